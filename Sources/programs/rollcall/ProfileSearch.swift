import ArgumentParser
import RollcallAPI

struct ProfileSearch: UserAction {
    static let name = "search"
    static let abstract = "Find users by the beginning of their display names: the first 100."
    static let discussion =
        #"JSON, for each: {"display_name","photo","user_id"}; photo as in profile show."#

    @Argument(help: ArgumentHelp("At least 3 characters.", valueName: "prefix"))
    var prefix: String

    func run(_ command: Command) async throws {
        let response = try await command.rollcall.profile.searchProfiles(
            SearchProfilesRequest(prefix: prefix, pageSize: 100))
        for profile in response.profiles {
            try command.output.say(
                [
                    "user_id": profile.userID, "display_name": profile.displayName,
                    "photo": profile.photo,
                ], text: "\(profile.displayName)  \(profile.userID)")
        }
        if response.profiles.isEmpty {
            Output.standardError.write("No display name begins with \(prefix).\n")
        }
    }
}
