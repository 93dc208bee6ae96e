import RollcallAPI
import RollcallRPC

@testable import Auth

/// What the tests of `ImportService` have in common.
extension AuthServer {
    var imports: ImportServiceClient { ImportServiceClient(auth.operatorConnection) }

    @discardableResult
    func importUsers(
        _ users: [ImportedUser], dryRun: Bool = false, firebase: FirebaseHashParameters? = nil
    ) async throws -> [ImportResult] {
        try await imports.importUsers(
            ImportUsersRequest(
                users: users, source: "elsewhere", isDryRun: dryRun, firebase: firebase)
        ).results
    }

    func exportUsers() async throws -> [ImportedUser] {
        var users: [ImportedUser] = []
        var request = ExportUsersRequest(pageSize: 3)
        repeat {
            let page = try await imports.exportUsers(request)
            users += page.users
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return users
    }
}

extension ImportedUser {
    /// Whose password is `U*U` or `password`.
    static func elsewhere(
        _ name: String,
        hash: String = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
        displayName: String = ""
    ) -> ImportedUser {
        ImportedUser(
            foreignID: name, email: "\(name)@example.com", isEmailVerified: true,
            passwordHash: hash, displayName: displayName)
    }
}
