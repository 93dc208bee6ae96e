import RollcallCrypto
import Storage

/// Reads for a check of the services.
extension AuthStore {
    /// The accounts after `id`, ordered by id.
    func accountIDs(after id: UUIDv7?, limit: Int) async throws -> [UUIDv7] {
        try await all(Statements.accountIDs, id?.bytes ?? [], limit)
    }

    /// The standing of users, who may or may not have an account.
    func standings(of users: [UUIDv7]) async throws -> [UUIDv7: Standing] {
        try await read { snapshot in
            var standings: [UUIDv7: Standing] = [:]
            for user in users { standings[user] = try snapshot.standing(of: user) }
            return standings
        }
    }
}

extension Snapshot {
    fileprivate func standing(of user: UUIDv7) throws -> Standing {
        var standing = Standing()
        standing.hasAccount = try exists(Statements.account, user)
        standing.wasDeleted = try exists(Statements.deletion, user)
        if let (state, name) = try first(Statements.signUp, user) {
            standing.isSigningUp = state != .committed
            standing.signUpName = name
        }
        standing.pending = try Set(all(Statements.outbox, user))
        return standing
    }
}

private enum Statements {
    static let accountIDs = Query<UUIDv7, [UInt8], Int>(
        "SELECT id FROM account WHERE id > $1 ORDER BY id LIMIT $2")

    static let account = Query<UUIDv7, UUIDv7>("SELECT id FROM account WHERE id = $1")
    static let deletion = Query<UUIDv7, UUIDv7>(
        "SELECT accountID FROM deletion WHERE accountID = $1")

    static let signUp = Query<(SignUpRecord.State, String), UUIDv7>(
        "SELECT state, displayName FROM signUp WHERE accountID = $1"
    ) { try ($0.next(), $0.next()) }

    static let outbox = Query<OutboxItem.Kind, UUIDv7>(
        "SELECT kind FROM outbox WHERE accountID = $1")
}
