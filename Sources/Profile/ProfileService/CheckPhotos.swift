import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func checkPhotos(
        _ request: CheckPhotosRequest, context: CallContext
    ) async throws -> CheckPhotosResponse {
        let (faults, next) = try await photos.check(
            after: request.afterPhotoID.isEmpty
                ? nil : BlobID(request: request.afterPhotoID, field: "after_photo_id"),
            mending: request.mend, now: clock())
        return CheckPhotosResponse(faults: faults.map(\.message), nextPhotoID: next?.hex ?? "")
    }
}

extension FoundPhotoFault {
    fileprivate var message: PhotoFault {
        PhotoFault(
            kind: fault == .fileMissing ? .fileMissing : .strayFile, photoID: photo.hex,
            userID: users.first?.description ?? "", profileCount: UInt32(clamping: users.count))
    }
}
