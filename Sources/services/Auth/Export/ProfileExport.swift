import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What Profile knows of a user, as it arrives.
struct ProfileExport {
    let profile: Profile
    /// The profile with all that belongs to it, but for the bytes of the photo.
    let message: ExportProfileResponse
    private let parts: ResponseStream<ExportProfileResponse>
    /// How long Profile may take for each part.
    private let silence: Duration

    /// - Throws: `RPCError`.
    fileprivate init(
        _ parts: ResponseStream<ExportProfileResponse>, silence: Duration
    ) async throws {
        guard let first = try await parts.next(within: silence),
            case .profile(let profile) = first.part
        else { throw RPCError(.internal, "the profile service has answered something else") }
        self.profile = profile
        message = first
        self.parts = parts
        self.silence = silence
    }

    /// - Returns: `nil` after the last.
    /// - Throws: `RPCError`, as `DisplayNames.export`.
    func nextPhotoChunk() async throws -> [UInt8]? {
        let part = try await DisplayNames.calling { try await parts.next(within: silence)?.part }
        guard case .photoChunk(let chunk) = part else { return nil }
        return chunk
    }
}

extension DisplayNames {
    /// How long the caller may take to read an export.
    private static let exportTimeout = Duration.seconds(120)

    /// Begins to read what Profile knows of a user. It may take long, but Profile may not be silent
    /// for longer than any other call of it takes.
    ///
    /// - Returns: `nil` if that is nothing.
    /// - Throws: `RPCError`: `dataLoss` (PHOTO_DAMAGED); `unavailable` when Profile does not
    ///   answer.
    func export(_ id: UUIDv7) async throws -> ProfileExport? {
        let options = try credential.options(timeout: Self.exportTimeout)
        let request = ExportProfileRequest(userID: id.description)
        do {
            return try await Self.calling {
                try await ProfileExport(
                    profile.exportProfile(request, options: options), silence: timeout)
            }
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }
}
