import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

/// A sign-in that was refused after its account was known. The administrators are told of it, the
/// caller is not.
struct SignInRefusalRecord: Sendable {
    /// How many are kept of an account, so that no stranger can fill the disk.
    static let limit = 10

    let account: UUIDv7
    let reason: SignInRefusal
    /// Milliseconds since 1970.
    let time: Int64
    /// The network of the caller.
    let addressPrefix: String

    init(_ reason: SignInRefusal, of account: UUIDv7, at time: Int64, _ call: CallContext) {
        (self.account, self.reason, self.time) = (account, reason, time)
        addressPrefix = call.peer.addressPrefix
    }
}

extension AuthStore {
    /// The last refused sign-ins to an account since a time, the newest first.
    func refusedSignIns(of id: UUIDv7, since time: Int64) async throws -> [RefusedSignIn] {
        try await all(Statements.ofAccount, id, time)
    }
}

extension AuthTransaction {
    /// Notes a refused sign-in in place of the oldest one, unless the account was deleted
    /// meanwhile.
    func note(_ refusal: SignInRefusalRecord) throws {
        let (id, reason) = (refusal.account, Int(refusal.reason.rawValue))
        try submit(Statements.add, id, refusal.time, reason, refusal.addressPrefix)
        try submit(Statements.forget, id, SignInRefusalRecord.limit)
    }
}

private enum Statements {
    static let ofAccount = Query<RefusedSignIn, UUIDv7, Int64>(
        """
        SELECT atMs, reason, addressPrefix FROM refusedSignIn
        WHERE accountID = $1 AND atMs >= $2 ORDER BY number DESC
        """
    ) { row in
        try RefusedSignIn(
            atMs: row.next(), reason: SignInRefusal(rawValue: Int32(row.next(as: Int.self))),
            addressPrefix: row.next())
    }

    static let add = Command<UUIDv7, Int64, Int, String>(
        """
        INSERT INTO refusedSignIn (accountID, number, atMs, reason, addressPrefix)
        SELECT id, coalesce((SELECT max(number) FROM refusedSignIn WHERE accountID = $1), 0) + 1,
            $2, $3, $4
        FROM account WHERE id = $1
        """)

    static let forget = Command<UUIDv7, Int>(
        """
        DELETE FROM refusedSignIn
        WHERE accountID = $1
            AND number <= (SELECT max(number) FROM refusedSignIn WHERE accountID = $1) - $2
        """)
}
