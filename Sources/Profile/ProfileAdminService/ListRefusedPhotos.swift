import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func listRefusedPhotos(
        _ request: ListRefusedPhotosRequest, context: CallContext
    ) async throws -> ListRefusedPhotosResponse {
        let limit = PageSize(request.pageSize).limit
        let after =
            request.afterPhotoID.isEmpty
            ? nil : try BlobID(request: request.afterPhotoID, field: "after_photo_id")
        let photos = try await store.refusedPhotos(after: after, limit: limit)
        return ListRefusedPhotosResponse(photos: photos, hasMore: photos.count == limit)
    }
}
