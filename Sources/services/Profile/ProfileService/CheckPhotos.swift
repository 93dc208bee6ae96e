import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func checkPhotos(
        _ request: CheckPhotosRequest, context: CallContext
    ) async throws -> CheckPhotosResponse {
        let (faults, next) = try await photos.check(
            after: request.afterPhotoID.nilIfEmpty.map {
                try BlobID(request: $0, field: "after_photo_id")
            },
            mending: request.mend, now: clock())
        return CheckPhotosResponse(faults: faults, nextPhotoID: next?.hex ?? "")
    }
}
