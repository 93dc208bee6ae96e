import ArgumentParser
import RollcallAPI

struct AdminBanList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the bans: who is refused now because of a limit.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            try await session.sayPages(
                header: ["LIMIT", "UNTIL", "BAN"], row: \.row, json: \Ban.adminJSON
            ) { token in
                let page = try await session.auth.listBans(
                    ListBansRequest(pageSize: 500, pageToken: token),
                    options: AdminSession.options)
                return (page.bans, page.nextPageToken)
            }
        }
    }
}

extension Ban {
    var adminJSON: JSON {
        .object([
            "ban_id": .string(banID), "limit": .string(limit), "until_ms": .number(untilMs),
        ])
    }

    var row: [String] { [limit, untilMs.timeText, banID] }
}
