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
            let response = try await about(name) {
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
