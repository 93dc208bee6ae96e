import ArgumentParser
import RollcallAPI
import RollcallRPC

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all accounts to a file, with password hashes.",
        discussion: """
            For the operator alone. The file has one account a line, as rollcall admin import \
            --from rollcall reads it. It appears when it is complete, and only you may read it: \
            whoever has it can guess passwords. Delete it after use.

            JSON: {"file","users"}
            """)

    @Option(help: ArgumentHelp("The file to write; it must not exist.", valueName: "file"))
    var to: String

    @Flag(name: .customLong("operator"), help: ArgumentHelp(AdminIdentity.help))
    var isOperator = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { base in
            let draft = try FileDraft(ofNew: to)
            var count = 0
            try await base.asAdministrator(of: .auth, asOperator: isOperator) { client in
                var request = ExportUsersRequest(pageSize: 500)
                repeat {
                    let page = try await ImportServiceClient(client).exportUsers(
                        request, options: CallOptions(timeout: .seconds(60)))
                    let lines = page.users.map { "\($0.json.line())\n" }.joined()
                    try draft.append(Array(lines.utf8))
                    count += page.users.count
                    request.pageToken = page.nextPageToken
                } while !request.pageToken.isEmpty
            }
            try draft.keep([])
            try base.output.say(
                ["file": to, "users": count],
                text: "\(to): \(count) account\(count == 1 ? "" : "s")")
        }
    }
}
