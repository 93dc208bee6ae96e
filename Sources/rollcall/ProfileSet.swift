import ArgumentParser
import RollcallAPI
import RollcallRPC

struct ProfileSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change your profile.",
        discussion: "JSON: the profile, as profile show prints it.")

    @Option(help: ArgumentHelp("The new display name.", valueName: "display-name"))
    var name: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let response = try await aboutOwn(name) {
                try await command.rollcall.profile.updateProfile(
                    UpdateProfileRequest(displayName: name))
            }
            guard let profile = response.profile else {
                throw RPCError(.internal, "there is no profile in the answer")
            }
            try command.output.say(profile.json, text: profile.text)
        }
    }
}

/// Makes a call that gives the caller a display name. A profile that is missing is the caller's then, and
/// not that of somebody with this name.
private func aboutOwn<Result>(
    _ name: String, _ calls: () async throws -> Result
) async throws -> Result {
    do {
        return try await about(name, calls)
    } catch let error as ErrorAbout where error.error.reasons.contains(.profileNotFound) {
        throw error.error
    }
}
