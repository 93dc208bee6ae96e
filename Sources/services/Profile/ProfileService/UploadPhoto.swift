import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func uploadPhoto(
        _ requests: RequestStream<UploadPhotoRequest>,
        responses: ResponseWriter<UploadPhotoResponse>, context: CallContext
    ) async throws {
        let user = try context.userID
        try await uploads.withUpload(of: user, from: context.peer) { beginStoring in
            try await receivePhoto(of: user, requests, responses, context, beginStoring)
        }
    }

    private func receivePhoto(
        of user: UUIDv7, _ requests: RequestStream<UploadPhotoRequest>,
        _ responses: ResponseWriter<UploadPhotoResponse>, _ context: CallContext,
        _ beginStoring: () -> Void
    ) async throws {
        // Before the first byte is taken: who has no profile has no place for it.
        let profile = try await confirmingOwnName(context) {
            try await store.profile(of: user, for: .user(user))
        }
        let photo = try await photos.replacePhoto(of: user, now: clock()) { upload in
            var tally = UploadTally(limits: photos.limits)
            for try await request in requests {
                try await upload.append(tally.take(request))
                if let count = tally.dueReport() {
                    try await responses.send(
                        UploadPhotoResponse(progress: .takenBytes(UInt32(count))))
                }
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
        try await responses.send(UploadPhotoResponse(progress: .photo(message)))
    }
}
