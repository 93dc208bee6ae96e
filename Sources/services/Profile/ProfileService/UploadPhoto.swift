import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func uploadPhoto(
        _ requests: RequestStream<UploadPhotoRequest>, context: CallContext
    ) async throws -> UploadPhotoResponse {
        UploadPhotoResponse(photo: try await takePhoto(requests, context) { _ in })
    }

    /// - Parameter report: is told how many bytes were taken, after each step of them.
    func takePhoto(
        _ requests: RequestStream<UploadPhotoRequest>, _ context: CallContext,
        report: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> Photo {
        let user = try context.userID
        return try await uploads.withUpload(of: user, from: context.peer) { beginStoring in
            // Before the first byte is taken: who has no profile has no place for it.
            let profile = try await confirmingOwnName(context) {
                try await store.profile(of: user, for: .user(user))
            }
            let photo = try await photos.replacePhoto(of: user, now: clock()) { upload in
                var tally = UploadTally(limits: photos.limits)
                for try await request in requests {
                    try await upload.append(tally.take(request))
                    if let count = tally.dueReport() { try await report(count) }
                }
                try tally.finish()
                beginStoring()
                // However slowly the bytes came: whose session has ended since sets no photo.
                _ = try await authenticator.authenticate(context)
            }
            var message = photo.message
            links?.add(
                to: &message, photo.id, of: user, seenBy: profile.visibilities[.photo],
                for: .user(user))
            return message
        }
    }
}
