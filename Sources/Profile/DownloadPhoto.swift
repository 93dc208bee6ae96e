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
        let viewer = try Viewer(context)
        try await downloads.withSlot(for: context.userID) {
            let (photo, bytes) = try await confirmingOwnName(context) {
                try await photos.photo(of: user, for: viewer)
            }
            try await withTimeLimit(configuration.downloadTime) {
                try await responses.send(DownloadPhotoResponse(part: .photo(photo.message)))
                for chunk in bytes.chunks() {
                    try await responses.send(DownloadPhotoResponse(part: .chunk(chunk)))
                }
            }
        }
    }
}
