import RollcallAPI
import RollcallRPC

@testable import Auth

/// What the tests of `ImportService` have in common.
extension AuthServer {
    var imports: ImportServiceClient { ImportServiceClient(auth.operatorConnection) }

    @discardableResult
    func importUsers(
        _ users: [ImportedUser], dryRun: Bool = false
    ) async throws -> [ImportResult] {
        try await imports.importUsers(
            ImportUsersRequest(users: users, source: "elsewhere", isDryRun: dryRun)
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
    /// The example that Firebase publishes, as Supabase writes it.
    static let firebaseKey =
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    /// Of `user1password`.
    static let firebaseHash =
        "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=\(firebaseKey)$42xEC+ixf3L2lw==$"
        + "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="

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
