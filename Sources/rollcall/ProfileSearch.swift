import ArgumentParser
import RollcallAPI

struct ProfileSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find users by the beginning of their display names: the first 100.",
        discussion:
            #"JSON, for each: {"display_name","photo","user_id"}; photo as in profile show."#)

    @Argument(help: ArgumentHelp("At least 3 characters.", valueName: "prefix"))
    var prefix: String

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let response = try await command.rollcall.profile.searchProfiles(
                SearchProfilesRequest(prefix: prefix, pageSize: 100))
            for profile in response.profiles {
                try command.output.say(
                    .object([
                        "user_id": .string(profile.userID),
                        "display_name": .string(profile.displayName),
                        "photo": profile.photo?.json ?? .null,
                    ]), text: "\(profile.displayName)  \(profile.userID)")
            }
            if response.profiles.isEmpty {
                Output.standardError.write("Nobody's display name begins with \(prefix).\n")
            }
        }
    }
}
