import ArgumentParser
import RollcallAPI

struct AdminBanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ban",
        abstract: "Callers who are refused because of a limit.",
        discussion: """
            The service stores no names, only digests: the list shows how many callers are refused, \
            and for how long. To lift a user's limits, give the login or the address.

            JSON, for a ban: {"ban_id","limit","until_ms"}
            """,
        subcommands: [AdminBanList.command, AdminBanClear.command])
}

struct AdminBanList: AdminList {
    static let name = "list"
    static let abstract = "List the bans: the callers who are refused now."

    func page(_ token: String, _ session: AdminSession) async throws -> ([Ban], String) {
        let page = try await session.auth.listBans(
            ListBansRequest(pageSize: 500, pageToken: token))
        return (page.bans, page.nextPageToken)
    }
}

struct AdminBanClear: AdminAction {
    static let name = "clear"
    static let abstract = "Lift the limits that refuse a caller."
    static let discussion = #"JSON: {"cleared":true}"#

    @Argument(help: "The ban, as admin ban list shows it.")
    var id: String?

    @Option(help: ArgumentHelp("What they sign in with.", valueName: "login"))
    var login: String?

    @Option(help: ArgumentHelp("The IP address that they come from.", valueName: "address"))
    var address: String?

    var subject: String? { id ?? login ?? address }

    func validate() throws {
        guard [id, login, address].compactMap(\.self).count == 1 else {
            throw ValidationError("Name one of these: a ban, --login and --address.")
        }
    }

    func run(_ session: AdminSession) async throws {
        let key =
            id.map(ClearBanRequest.Key.banID) ?? login.map(ClearBanRequest.Key.login)
            ?? address.map(ClearBanRequest.Key.address)
        _ = try await session.auth.clearBan(ClearBanRequest(key: key))
        try session.output.say(
            ["cleared": true], text: "The limits are lifted. They may try again.")
    }
}

extension Ban: Listed {
    static var header: [String] { ["LIMIT", "UNTIL", "BAN"] }
    var row: [String] { [limit, untilMs.timeText, banID] }
    package var json: JSON { json() }
}
