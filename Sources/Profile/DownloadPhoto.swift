import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func downloadPhoto(
        _ request: DownloadPhotoRequest, responses: ResponseWriter<DownloadPhotoResponse>,
        context: CallContext
    ) async throws {
        let user = try UUIDv7(request: request.userID)
        let size = try RPCError.checkedSize(request.size)
        let viewer = try Viewer(context)
        try await downloads.withSlot(for: context.userID) {
            let (photo, bytes) = try await confirmingOwnName(context) {
                try await photos.photo(of: user, size: size, for: viewer, maker: squareMaker)
            }
            let part = try bytes.part(request)
            try await withTimeLimit(configuration.downloadTime) {
                try await responses.send(DownloadPhotoResponse(part: .photo(photo.message)))
                guard request.ifNoneMatch != photo.id.hex else { return }
                for chunk in part.chunks() {
                    try await responses.send(DownloadPhotoResponse(part: .chunk(chunk)))
                }
            }
        }
    }
}

extension [UInt8] {
    /// Those that are asked for.
    ///
    /// - Throws: `RPCError` (`outOfRange`).
    fileprivate func part(_ request: DownloadPhotoRequest) throws -> ArraySlice<UInt8> {
        guard request.offset == 0 || request.offset < count else {
            throw RPCError.violation(
                .outOfRange, .fieldMalformed, field: "offset", "the photo has \(count) bytes")
        }
        let rest = dropFirst(Int(request.offset))
        return request.length == 0 ? rest : rest.prefix(Int(request.length))
    }
}
