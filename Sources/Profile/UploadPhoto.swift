import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    /// Bytes of one message.
    private static let chunkLimit = 256 << 10

    package func uploadPhoto(
        _ requests: RequestStream<UploadPhotoRequest>, context: CallContext
    ) async throws -> UploadPhotoResponse {
        let user = try context.userID
        return try await uploads.withSlot(for: user) {
            // Before the first byte is taken: who has no profile has no place for it.
            _ = try await confirmingOwnName(context) {
                try await store.profile(of: user, for: .user(user))
            }
            let chunks = requests.map { try Self.checked($0.chunk) }
            let photo = try await photos.replacePhoto(of: user, with: chunks, now: clock()) {
                // However slowly the bytes came: whose session has ended since sets no photo.
                _ = try await authenticator.authenticate(context)
            }
            return UploadPhotoResponse(photo: photo.message)
        }
    }

    private static func checked(_ chunk: [UInt8]) throws -> [UInt8] {
        guard chunk.count <= chunkLimit else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: "chunk",
                "a chunk has at most 262144 bytes")
        }
        return chunk
    }
}
