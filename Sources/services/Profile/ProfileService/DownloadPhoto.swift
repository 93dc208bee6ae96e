import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func downloadPhoto(
        _ request: DownloadPhotoRequest, responses: ResponseWriter<DownloadPhotoResponse>,
        context: CallContext
    ) async throws {
        let viewer = try Viewer(context)
        let user =
            switch try ProfileKey(request: request.user) {
            case .id(let user): user
            case .name(let name):
                try await confirmingOwnName(context) {
                    try await store.profile(named: name, for: viewer).user
                }
            }
        let size = try RPCError.checkedSize(request.size)
        /// With its URL, if it has one. That of a square stands with the photo.
        func told(_ photo: StoredPhoto) async throws -> Photo {
            var message = photo.message
            guard let links, size == 0,
                let (_, visibility) = try await store.photoAsShown(of: user, to: viewer)
            else { return message }
            links.add(to: &message, photo.id, of: user, seenBy: visibility, for: viewer)
            return message
        }
        try await downloads.withSlot(for: context.userID, at: context.peer) {
            if !request.ifNoneMatch.isEmpty {
                let photo = try await confirmingOwnName(context) {
                    try await photos.description(of: user, size: size, for: viewer)
                }
                if photo.id.hex == request.ifNoneMatch {
                    let message = try await told(photo)
                    return try await responses.send(DownloadPhotoResponse(part: .photo(message)))
                }
            }
            let (photo, bytes) = try await confirmingOwnName(context) {
                try await photos.photo(of: user, size: size, for: viewer)
            }
            let part = try bytes.part(request)
            let message = try await told(photo)
            try await withTimeLimit(downloadTime) {
                try await responses.send(DownloadPhotoResponse(part: .photo(message)))
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
