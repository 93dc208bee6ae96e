import ArgumentParser
import RollcallAPI
import RollcallRPC

struct AdminNameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "name",
        abstract: "Display names of users.",
        subcommands: [AdminNameSet.command, AdminNameRemove.command, AdminNameHistory.command])
}

/// Whose display name a command changes, and why.
struct NameOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The display name of now, or an id.", valueName: "user"))
    var user: UserKey

    @Option(help: ArgumentHelp("Why, for other administrators.", valueName: "text"))
    var reason: String

    @Option(
        help: ArgumentHelp(
            "Why, for the user, who is told by mail that the name was taken away. Without it, the user is "
                + "not told.", valueName: "text"))
    var tellUser = ""

    func validate() throws {
        if case .email = user {
            throw ValidationError(
                "Profile knows no e-mail addresses. For the display name: "
                    + "rollcall admin user show \(user.text)")
        }
    }
}

struct AdminNameSet: ProfileAdminAction {
    static let name = "set"
    static let abstract = "Give a user a display name."
    static let discussion = """
        The name may be reserved, or given up in the last 30 days. The old name is not given out \
        for 30 days, not even to this user.

        JSON: {"user_id"}
        """

    @OptionGroup var options: NameOptions

    @Option(help: ArgumentHelp("The new display name.", valueName: "display-name"))
    var name: String

    func run(_ session: AdminSession) async throws {
        let request = SetDisplayNameRequest(
            user: try options.user.profileKey, displayName: name, reason: options.reason,
            ownerReason: options.tellUser)
        do {
            let id = try await session.profile.setDisplayName(request).userID
            try session.output.say(
                ["user_id": id], text: "The user \(id) has the display name \(name).")
        } catch let error as RPCError {
            let isAboutUser = error.reasons == [.profileNotFound]
            throw ErrorAbout(error: error, subject: isAboutUser ? options.user.text : name)
        }
    }
}

struct AdminNameRemove: ProfileAdminAction {
    static let name = "remove"
    static let abstract = "Take a user's display name away."
    static let discussion = """
        The name is not given out for 30 days, not even to this user. To block it for good, \
        reserve it: rollcall admin word reserve WORD

        JSON: {"user_id"}
        """

    @OptionGroup var options: NameOptions

    var subject: String? { options.user.text }

    func run(_ session: AdminSession) async throws {
        let request = RemoveDisplayNameRequest(
            user: try options.user.profileKey, reason: options.reason,
            ownerReason: options.tellUser)
        let id = try await session.profile.removeDisplayName(request).userID
        try session.output.say(["user_id": id], text: "The user \(id) has no display name.")
    }
}

struct AdminNameHistory: ProfileAdminAction {
    static let name = "history"
    static let abstract = "Show the present and the former owners of a display name."
    static let discussion = """
        JSON, for each user: {"display_name","from_ms","given_reason","number","taken_reason",\
        "until_ms","user_id"}; user_id is null for a user who was erased, until_ms for the one who \
        has the name now.
        """

    @Argument(help: ArgumentHelp("The display name.", valueName: "display-name"))
    var name: String

    var subject: String? { name }

    func run(_ session: AdminSession) async throws {
        var before: UInt32?
        repeat {
            let page = try await session.profile.getNameHistory(
                GetNameHistoryRequest(displayName: name, beforeNumber: before ?? 0))
            if before == nil, !session.output.isJSON, let note = page.note {
                try session.output.say(.null, text: note)
            }
            for tenure in page.tenures {
                try session.output.say(tenure.json, text: tenure.text)
            }
            before = page.hasMore ? page.tenures.last?.number : nil
        } while before != nil
    }
}

extension GetNameHistoryResponse {
    /// Why the name is not free though nobody has it.
    var note: String? {
        if !heldForUserID.isEmpty { return "The name is held for a sign-up of \(heldForUserID)." }
        guard quarantinedUntilMs != 0 else { return nil }
        return "The name is in quarantine until \(quarantinedUntilMs.timeText)."
    }
}

extension NameTenure {
    var json: JSON {
        json(optional: ["user_id", "until_ms", "given_reason", "taken_reason"])
    }

    var text: String {
        let user = userID.isEmpty ? "a user who was erased" : userID
        let end = untilMs == 0 ? "has it now" : "until \(untilMs.timeText)"
        var text = "\(user) from \(fromMs.timeText), \(end)"
        if !givenReason.isEmpty { text += "; given: \(givenReason)" }
        if !takenReason.isEmpty { text += "; taken away: \(takenReason)" }
        return text
    }
}
