import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfilePeerHandler {
    package func exportProfile(
        _ request: ExportProfileRequest, responses: ResponseWriter<ExportProfileResponse>,
        context: CallContext
    ) async throws {
        let user = try UUIDv7(request: request.userID)
        try await exports.withSlot(for: user, at: nil) {
            var profile = try await store.exportedProfile(of: user).ownMessage()
            let photo = try await photo(of: user)
            // The one that follows, should it have been replaced in between.
            profile.photo = photo?.description.message
            var records = try await store.records(of: user)
            records.part = .profile(profile)
            let message = records
            try await withTimeLimit(exportTime) {
                try await responses.send(message)
                for chunk in (photo?.bytes ?? []).chunks() {
                    try await responses.send(ExportProfileResponse(part: .photoChunk(chunk)))
                }
            }
        }
    }

    private func photo(
        of user: UUIDv7
    ) async throws -> (description: StoredPhoto, bytes: [UInt8])? {
        do {
            return try await photos.photo(of: user, for: .user(user))
        } catch let error as RPCError
            where [[.photoNotFound], [.profileNotFound]].contains(error.reasons)
        {
            // A name that is only held has no photo either.
            return nil
        }
    }
}
