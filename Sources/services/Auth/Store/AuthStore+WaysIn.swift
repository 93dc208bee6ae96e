import RollcallCrypto
import Storage

/// What an account can be signed in to with.
struct WaysIn: Equatable, Sendable {
    var hasPassword: Bool
    var identities: Int
    /// Those that sign in without another proof.
    var passkeys: Int
    /// Also one that nobody has proved: it signs in with the password, and gets the mail by which
    /// one is chosen.
    var addresses: Int

    /// Whether nobody can sign in, as with an account that was made without an address: who has a
    /// session of one has the account.
    var isNone: Bool { !hasPassword && !suffices }

    /// Whether these are a way in by themselves. A password alone is none: it needs an address, or
    /// a display name, which Profile knows.
    var suffices: Bool { identities + passkeys + addresses > 0 }
}

extension AuthStore {
    func waysIn(of id: UUIDv7) async throws -> WaysIn {
        try await read { try $0.waysIn(of: id) }
    }
}

extension Snapshot {
    /// - Returns: none for an account that does not exist, too.
    func waysIn(of id: UUIDv7) throws -> WaysIn {
        try first(Statements.waysIn, id)
            ?? WaysIn(hasPassword: false, identities: 0, passkeys: 0, addresses: 0)
    }

    /// Whether an account has an identity, a passkey or a second factor.
    func hasMoreThanPassword(_ id: UUIDv7) throws -> Bool {
        try exists(Statements.additions, id)
    }
}

private enum Statements {
    static let additions = Query<UUIDv7, UUIDv7>(
        """
        SELECT accountID FROM credential WHERE accountID = $1 AND kind = 'identity' UNION ALL
        SELECT accountID FROM passkey WHERE accountID = $1 UNION ALL
        SELECT accountID FROM totp WHERE accountID = $1 AND confirmedAtMs IS NOT NULL
        """)

    static let waysIn = Query<WaysIn, UUIDv7>(
        """
        SELECT
            EXISTS (SELECT 1 FROM credential WHERE accountID = $1 AND kind = 'password'),
            (SELECT count(*) FROM credential WHERE accountID = $1 AND kind = 'identity'),
            (SELECT count(*) FROM passkey WHERE accountID = $1 AND isVerifying = TRUE),
            (SELECT count(*) FROM address WHERE accountID = $1)
        """
    ) {
        try WaysIn(
            hasPassword: $0.next(), identities: $0.next(), passkeys: $0.next(),
            addresses: $0.next())
    }
}
