import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func uploadPhotoWithProgress(
        _ requests: RequestStream<UploadPhotoRequest>,
        responses: ResponseWriter<UploadPhotoProgress>, context: CallContext
    ) async throws {
        let photo = try await takePhoto(requests, context) { count in
            try await responses.send(UploadPhotoProgress(progress: .takenBytes(UInt32(count))))
        }
        try await responses.send(UploadPhotoProgress(progress: .photo(photo)))
    }
}
