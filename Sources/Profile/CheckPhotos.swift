import Blobs
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func checkPhotos(
        _ request: CheckPhotosRequest, context: CallContext
    ) async throws -> CheckPhotosResponse {
        let (faults, next) = try await photos.check(
            after: request.afterPhotoID.isEmpty ? nil : photo(request.afterPhotoID),
            mending: request.mend, now: clock())
        return CheckPhotosResponse(faults: faults.map(\.message), nextPhotoID: next?.hex ?? "")
    }

    private func photo(_ text: String) throws -> BlobID {
        guard let photo = BlobID(text) else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: "after_photo_id",
                "a photo id is 64 lower-case hexadecimal digits")
        }
        return photo
    }
}

extension FoundPhotoFault {
    fileprivate var message: PhotoFault {
        PhotoFault(
            kind: fault == .fileMissing ? .fileMissing : .strayFile, photoID: photo.hex,
            userID: users.first?.description ?? "", profileCount: UInt32(clamping: users.count))
    }
}
