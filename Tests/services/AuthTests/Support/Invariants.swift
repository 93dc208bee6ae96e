import RollcallCrypto
import Storage
import Testing

@testable import Auth

extension AuthServer {
    /// No orphan and no leaked name: every account has its display name at Profile, and Profile
    /// has and holds no other.
    func expectWholeAccounts(
        count: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let accounts = try await auth.store.all(
            Query<(String, String)>(
                """
                SELECT account.id, lower(coalesce(displayName, 'no sign-up')) FROM account
                LEFT JOIN signUp ON signUp.accountID = account.id AND state = 'committed'
                """
            ) { try ($0.next(as: UUIDv7.self).hexadecimal, $0.next()) })
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

extension UUIDv7 {
    fileprivate var hexadecimal: String { description.filter { $0 != "-" }.uppercased() }
}
