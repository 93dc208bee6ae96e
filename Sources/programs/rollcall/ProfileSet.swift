import ArgumentParser
import RollcallAPI
import RollcallRPC

struct ProfileSet: UserAction {
    static let name = "set"
    static let abstract = "Change your profile."
    static let discussion = """
        Fields that are not named stay unchanged. An empty text removes a field. The fields are \
        photo, bio, pronouns, location and links. signed-in, everyone or only-me see a field.

        rollcall profile set --pronouns she/her --visible pronouns=everyone

        JSON: the profile, as profile show prints it.
        """

    @Option(help: ArgumentHelp("The new display name.", valueName: "display-name"))
    var name: String?

    @Option(help: ArgumentHelp("About you: at most 1,000 characters, in lines.", valueName: "text"))
    var bio: String?

    @Option(help: ArgumentHelp("Such as she/her: at most 40 characters.", valueName: "text"))
    var pronouns: String?

    @Option(help: ArgumentHelp("Where you are: at most 100 characters.", valueName: "text"))
    var location: String?

    @Option(
        name: .customLong("link"),
        help: ArgumentHelp(
            "A page of yours, an https URL. Several, up to 5, replace those of before.",
            valueName: "url"))
    var links: [String] = []

    @Flag(help: "Remove all links.")
    var noLinks = false

    @Option(
        help: ArgumentHelp(
            "Who sees a field. May be given for several fields.", valueName: "field=who"))
    var visible: [NamedVisibility] = []

    @Option(
        help: ArgumentHelp(
            "Whether searches find you: true, as it is unless you say otherwise, or false.",
            valueName: "bool"))
    var findable: Bool?

    @Option(
        help: ArgumentHelp(
            "Change it only if this is still its revision, as profile show prints it.",
            valueName: "number"))
    var revision: UInt64?

    func validate() throws {
        guard links.isEmpty || !noLinks else {
            throw ValidationError("--link and --no-links exclude each other")
        }
        guard request != UpdateProfileRequest(revision: revision) else {
            throw ValidationError("nothing was named to change; see profile set --help")
        }
    }

    private var request: UpdateProfileRequest {
        UpdateProfileRequest(
            displayName: name, bio: bio, pronouns: pronouns, location: location,
            links: links.isEmpty && !noLinks ? nil : ProfileLinks(links: links),
            visibilities: visible.map(\.message), revision: revision, isFindable: findable)
    }

    func run(_ command: Command) async throws {
        let response = try await aboutOwn(name) {
            try await command.rollcall.profile.updateProfile(request)
        }
        let profile = try response.profile.orThrow(.profileMissing)
        try command.output.say(profile.json, text: profile.text)
    }
}

/// Who sees a field, as `field=who`.
struct NamedVisibility: ExpressibleByArgument, Equatable {
    let message: FieldVisibility

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let field = ProfileField(argument: String(parts[0])),
            let who = Visibility(argument: String(parts[1]))
        else { return nil }
        message = FieldVisibility(field: field, visibility: who)
    }
}

extension ProfileField: WordArgument {
    /// The fields that the user may hide.
    static let choices: [ProfileField] = [.photo, .bio, .pronouns, .location, .links]
}

extension Visibility: WordArgument {
    static let choices: [Visibility] = [.signedIn, .everyone, .onlyMe]
}

/// Makes a call that may give the caller a display name. A profile that is missing is the caller's then,
/// and not that of somebody with this name.
private func aboutOwn<Result>(
    _ name: String?, _ calls: () async throws -> Result
) async throws -> Result {
    do {
        return try await about(name, calls)
    } catch let error as ErrorAbout where error.error.reasons.contains(.profileNotFound) {
        throw error.error
    }
}
