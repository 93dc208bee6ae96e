import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func allowPhoto(
        _ request: AllowPhotoRequest, context: CallContext
    ) async throws -> AllowPhotoResponse {
        let photo = try BlobID(request: request.photoID, field: "photo_id")
        guard try await store.allow(photo) else { throw RPCError.photoNotRefused }
        log.note(context, ["photo.id": "\(photo)"])
        return AllowPhotoResponse()
    }
}
