import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    /// Photos of a page, and users who are listed of each.
    private static let pageSize = 100
    private static let listedUsers = 20

    package func listDamagedPhotos(
        _ request: ListDamagedPhotosRequest, context: CallContext
    ) async throws -> ListDamagedPhotosResponse {
        let limit = min(PageSize(request.pageSize).limit, Self.pageSize)
        let after = try request.afterPhotoID.nilIfEmpty.map {
            try BlobID(request: $0, field: "after_photo_id")
        }
        let rows = try await store.damagedPhotosWithUsers(
            after: after, limit: limit, userLimit: Self.listedUsers)
        let photos = rows.map { row in
            DamagedPhoto(
                photoID: row.photo.id.hex, foundAtMs: row.photo.foundAt,
                userIDs: row.users.map(\.description), profileCount: UInt32(clamping: row.count))
        }
        return ListDamagedPhotosResponse(photos: photos, hasMore: photos.count == limit)
    }
}
