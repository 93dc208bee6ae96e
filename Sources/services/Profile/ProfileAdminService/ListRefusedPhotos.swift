import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func listRefusedPhotos(
        _ request: ListRefusedPhotosRequest, context: CallContext
    ) async throws -> ListRefusedPhotosResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let photos = try await store.refusedPhotos(
            after: BlobID(page.position), limit: page.limit)
        return ListRefusedPhotosResponse(
            photos: photos, nextPageToken: try page.next(after: photos, \.photoID))
    }
}
