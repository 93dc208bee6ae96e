import ArgumentParser
import RollcallAPI

struct AdminProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract:
            "Reported profiles, take-downs, and damaged photos.",
        discussion: """
            JSON, for a report: {"counts","display_name","report_id","reported_at_ms","user_id"}; \
            counts has how many users gave each reason, display_name is null for a user without one.
            """,
        subcommands: [
            AdminProfileReports.command, AdminProfileReport.command, AdminProfileDecide.command,
            AdminProfileTakeDown.command, AdminProfileRefusedPhotos.command,
            AdminProfileAllowPhoto.command, AdminProfileScrub.command,
            AdminProfileDamagedPhotos.command,
        ])
}

/// What a command takes away, and why.
struct TakeDownOptions: ParsableArguments {
    @Option(
        name: .customLong("take-down"),
        help: ArgumentHelp(
            "What to take away: \(TakenField.names). May be given several times.",
            valueName: "field"))
    var fields: [TakenField] = []

    @Option(
        help: ArgumentHelp(
            "One line, mailed to the user if anything is taken down.", valueName: "text")
    )
    var reason: String

    @Flag(help: "Users may upload the photo again. It is refused otherwise.")
    var allowPhoto = false

    func validate() throws {
        guard !allowPhoto || fields.contains(TakenField(field: .photo)) else {
            throw ValidationError("--allow-photo goes with --take-down photo")
        }
    }
}

/// A field of a profile, as it is named on the command line.
struct TakenField: ExpressibleByArgument, Equatable {
    let field: ProfileField

    private static let choices: [ProfileField] = [.displayName] + ProfileField.choices

    static var names: String { choices.map(\.name).joined(separator: ", ") }

    init(field: ProfileField) {
        self.field = field
    }

    init?(argument: String) {
        guard let field = Self.choices.first(where: { $0.name == argument }) else { return nil }
        self.field = field
    }
}

extension [ProfileField] {
    /// In words, for a human.
    var names: String { map(\.name).joined(separator: ", ") }

    var json: JSON { map(\.name).json }
}

extension AdminSession {
    /// Says what became of a user's fields.
    func sayTakenDown(_ fields: [ProfileField], of user: String) throws {
        try output.say(
            ["user_id": user, "taken_down": fields.json],
            text: fields.isEmpty
                ? "Nothing was taken away from the user \(user)."
                : "Taken away from the user \(user): \(fields.names).")
    }
}
