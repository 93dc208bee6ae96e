import ArgumentParser
import RollcallAPI

struct ProfileSearch: UserAction {
    static let name = "search"
    static let abstract = "Find users by the beginning of their display names: the first 100."
    static let discussion =
        "JSON: rollcall.v1.Profile, for each, as rollcall rpc describe shows it."

    @Argument(help: ArgumentHelp("At least 3 characters.", valueName: "prefix"))
    var prefix: String

    func run(_ command: Command) async throws {
        let response = try await command.rollcall.profile.searchProfiles(
            SearchProfilesRequest(prefix: prefix, pageSize: 100))
        for profile in response.profiles {
            try command.output.say(
                profile.json, text: "\(profile.displayName)  \(profile.userID)")
        }
        if response.profiles.isEmpty {
            Output.standardError.write("No display name begins with \(prefix).\n")
        }
    }
}
