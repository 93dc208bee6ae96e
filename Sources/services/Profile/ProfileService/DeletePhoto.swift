import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func deletePhoto(
        _ request: DeletePhotoRequest, context: CallContext
    ) async throws -> DeletePhotoResponse {
        try await photos.deletePhoto(of: context.userID, now: clock())
        return DeletePhotoResponse()
    }
}
