import ArgumentParser
import RollcallAPI

struct AdminMailList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List mails, the newest first.")

    @Option(help: "Those that are pending, sent or dead.")
    var state = NamedMailState.pending

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            try await session.sayPages(
                header: MailSummary.header, row: \.row, json: \MailSummary.adminJSON
            ) { token in
                let page = try await session.auth.listMail(
                    ListMailRequest(state: state.state, pageSize: 500, pageToken: token),
                    options: AdminSession.options)
                return (page.mails, page.nextPageToken)
            }
        }
    }
}

enum NamedMailState: String, ExpressibleByArgument, CaseIterable {
    case pending, sent, dead

    var state: MailState {
        switch self {
        case .pending: .pending
        case .sent: .sent
        case .dead: .dead
        }
    }
}
