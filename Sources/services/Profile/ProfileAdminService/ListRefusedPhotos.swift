import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func listRefusedPhotos(
        _ request: ListRefusedPhotosRequest, context: CallContext
    ) async throws -> ListRefusedPhotosResponse {
        let limit = PageSize(request.pageSize).limit
        let after = try request.afterPhotoID.nilIfEmpty.map {
            try BlobID(request: $0, field: "after_photo_id")
        }
        let photos = try await store.refusedPhotos(after: after, limit: limit)
        return ListRefusedPhotosResponse(photos: photos, hasMore: photos.count == limit)
    }
}
