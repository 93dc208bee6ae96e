import ArgumentParser
import RollcallAPI
import RollcallRPC

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "How others see you.",
        subcommands: [
            ProfileSearch.command, ProfileWatch.command,
        ] + ContractCommands.below("profile"))
}

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

extension RollcallAPI.Photo {
    var text: String {
        "photo \(width) x \(height), \(size) bytes, SHA-256 \(photoID)"
            + (url.isEmpty ? "" : "\n\(url)")
    }
}
