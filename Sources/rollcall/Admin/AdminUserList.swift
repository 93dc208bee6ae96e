import ArgumentParser
import RollcallAPI

struct AdminUserList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all accounts, the oldest first.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run { session in
            try await session.sayPages(
                header: UserSummary.header, flexible: [1, 0], row: \.row,
                json: \UserSummary.adminJSON
            ) { token in
                let page = try await session.auth.listUsers(
                    ListUsersRequest(pageSize: 500, pageToken: token),
                    options: AdminSession.options)
                return (page.users, page.nextPageToken)
            }
        }
    }
}
