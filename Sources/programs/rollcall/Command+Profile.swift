import RollcallAPI
import RollcallRPC

extension Command {
    func profile(of name: String) async throws -> Profile {
        try await about(name) {
            try await profile(GetProfileRequest(user: .name(name)))
        }
    }

    func profile(_ request: GetProfileRequest) async throws -> Profile {
        try await rollcall.profile.getProfile(request).profile.orThrow(.profileMissing)
    }
}

extension RPCError {
    static let profileMissing = RPCError(.internal, "there is no profile in the answer")
}

extension Photo {
    var text: String {
        "photo \(width) x \(height), \(size) bytes, SHA-256 \(photoID)"
            + (url.isEmpty ? "" : "\n\(url)")
    }
}
