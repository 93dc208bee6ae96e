import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct ExportUsersTests {
    /// A property: what one Auth has exported, another imports, and exports alike.
    @Test func anImportOfAnExportHasTheSameAccounts() async throws {
        try await withAuth { one in
            _ = try await one.newUser("anna")
            var users = (0..<10).map { number in
                var user = ImportedUser.elsewhere("u\(number)")
                user.isEmailVerified = .random()
                user.isDisabled = .random()
                user.createdAtMs = .random(in: 1...1_000_000)
                user.locale = ["", "de", "en-GB"].randomElement() ?? ""
                user.displayName = Bool.random() ? "name\(number)" : ""
                return user
            }
            users[3].identities = [
                ImportedIdentity(issuer: "https://a", subject: "1"),
                ImportedIdentity(issuer: "https://b", subject: "2"),
            ]
            users[4].passwordHash =
                "$fbscrypt$v=1,n=4,r=8,p=1,ss=Bw==,sk="
                + "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
                + "$42xEC+ixf3L2lw==$"
                + "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
            users[5].passwordHash = ""
            #expect(try await one.importUsers(users).allSatisfy { $0.outcome == .imported })
            try await one.auth.settle()
            let exported = try await one.exportUsers()
            #expect(exported.count == 11)
            #expect(exported.contains { $0.passwordHash.contains(",sk=jxspr8") })
            try await withAuth { other in
                let results = try await other.importUsers(exported)
                #expect(results.allSatisfy { $0.outcome == .imported && $0.problem.isEmpty })
                try await other.auth.settle()
                func comparable(_ users: [ImportedUser]) -> [ImportedUser] {
                    users.map { user in
                        var user = user
                        user.foreignID = ""
                        return user
                    }.sorted { $0.email < $1.email }
                }
                #expect(try await comparable(other.exportUsers()) == comparable(exported))
            }
        }
    }

    @Test func hashesAreForTheOperatorAlone() async throws {
        try await withAuth { world in
            let anna = try await world.newAdmin("anna")
            let error = await failure {
                try await ImportServiceClient(world.auth.connection).exportUsers(
                    ExportUsersRequest(), options: .bearer(anna.tokens))
            }
            #expect(error?.code == .permissionDenied && error?.reasons == [.notAllowed])
        }
    }
}
