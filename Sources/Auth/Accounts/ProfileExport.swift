import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What Profile knows of a user, as it arrives.
struct ProfileExport {
    let profile: Profile
    private let parts: ResponseStream<ExportProfileResponse>

    /// - Throws: `RPCError`.
    fileprivate init(_ parts: ResponseStream<ExportProfileResponse>) async throws {
        guard case .profile(let profile) = try await parts.next()?.part else {
            throw RPCError(.internal, "the profile service has answered something else")
        }
        self.profile = profile
        self.parts = parts
    }

    /// - Returns: `nil` after the last.
    func nextPhotoChunk() async throws -> [UInt8]? {
        guard case .photoChunk(let chunk) = try await parts.next()?.part else { return nil }
        return chunk
    }
}

extension DisplayNames {
    /// How long whoever exports may take to read.
    private static let exportTimeout = Duration.seconds(120)

    /// Begins to read what Profile knows of a user.
    ///
    /// - Returns: `nil` if that is nothing.
    /// - Throws: `RPCError`: `dataLoss` (PHOTO_DAMAGED); `unavailable` when Profile does not answer.
    func export(
        _ id: UUIDv7, timeout: Duration = exportTimeout
    ) async throws -> ProfileExport? {
        let options = try credential.options(timeout: timeout)
        let request = ExportProfileRequest(userID: id.description)
        do {
            return try await ProfileExport(profile.exportProfile(request, options: options))
        } catch let error as RPCError {
            switch error.code {
            case .notFound: return nil
            case .dataLoss, .resourceExhausted, .cancelled: throw error
            case _ where error.isOverload: throw error
            default:
                throw RPCError(.unavailable, "the profile service does not answer; try again later")
            }
        }
    }
}
