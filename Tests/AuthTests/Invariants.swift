import GRDB
import Testing

@testable import Auth

extension AuthWorld {
    /// No orphan and no leaked name: every account has its display name at Profile, and Profile
    /// has and holds no other.
    func expectWholeAccounts(
        count: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let accounts = try await auth.store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT hex(account.id) AS id, lower(displayName) AS name FROM account
                    LEFT JOIN signUp ON signUp.accountID = account.id AND state = 'committed'
                    """
            ).map { ($0["id"] as String, $0["name"] as String? ?? "no sign-up") }
        }
        let owned = try await profile.names(held: false)
        let held = try await profile.names(held: true)
        #expect(
            Dictionary(uniqueKeysWithValues: accounts) == owned, sourceLocation: sourceLocation)
        #expect(held == [:], sourceLocation: sourceLocation)
        let unsettled = try await auth.count("signUp", where: "state <> 'committed'")
        #expect(unsettled == 0, sourceLocation: sourceLocation)
        if let count { #expect(accounts.count == count, sourceLocation: sourceLocation) }
    }
}
