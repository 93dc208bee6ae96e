import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    /// Bytes of one message.
    private static let chunkSize = 64 << 10

    package func downloadPhoto(
        _ request: DownloadPhotoRequest, responses: ResponseWriter<DownloadPhotoResponse>,
        context: CallContext
    ) async throws {
        let user = try UUIDv7(request: request.userID)
        try await downloads.withSlot(for: context.userID) {
            let (photo, bytes) = try await photos.photo(of: user)
            try await withTimeLimit(configuration.downloadTime) {
                try await responses.send(DownloadPhotoResponse(part: .photo(photo.message)))
                for start in stride(from: 0, to: bytes.count, by: Self.chunkSize) {
                    let chunk = bytes[start...].prefix(Self.chunkSize)
                    try await responses.send(DownloadPhotoResponse(part: .chunk(Array(chunk))))
                }
            }
        }
    }
}
