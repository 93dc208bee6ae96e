import GRDB
import RollcallCrypto

extension AuthStore {
    func signUp(idempotencyKey: String) async throws -> SignUpRecord? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM signUp WHERE idempotencyKey = ?",
                arguments: [idempotencyKey]
            ).map(SignUpRecord.init)
        }
    }

    /// Writes down what is about to be begun elsewhere. The key must be unused.
    func begin(_ signUp: SignUpRecord, now: Int64) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO signUp (
                        idempotencyKey, accountID, state, canonicalEmail, displayName, createdAtMs
                    ) VALUES (?, ?, 'pending', ?, ?, ?)
                    """,
                arguments: [
                    signUp.idempotencyKey, signUp.accountID.data, signUp.canonicalEmail,
                    signUp.displayName, now,
                ])
        }
    }

    enum CommitOutcome: Equatable {
        /// The account exists; Profile has yet to be told.
        case committed(OutboxItem)
        case emailTaken
        /// The sign-up was ended meanwhile.
        case notPending
    }

    /// Makes the account, its first session and device, the mail that its address is verified with,
    /// and the message to Profile: all or nothing.
    func commit(
        _ signUp: SignUpRecord, account: Account, session: AccountSession, device: KnownDevice,
        verification: Challenges.Issue?, counting charge: Charge? = nil, now: Int64
    ) async throws -> CommitOutcome {
        try await write { db in
            guard try db.isPending(signUp.accountID) else { return .notPending }
            guard try db.insert(account) else { return .emailTaken }
            try db.insert(session)
            try db.use(device)
            if let verification { try db.send(verification, now: now) }
            if let charge { try db.keep(charge) }
            try db.settle(signUp.accountID, as: .committed)
            return .committed(try db.addToOutbox(.confirmDisplayName, of: signUp.accountID))
        }
    }

    /// Gives a sign-up up, unless it was committed, and notes that its display name is to be
    /// released.
    func abort(_ accountID: UUIDv7) async throws {
        try await write { try $0.abortSignUp(accountID) }
    }

    /// Gives up every sign-up that nobody works on.
    ///
    /// - Parameter isUnderWay: whether a sign-up with a key is worked on. Asked in the transaction:
    ///   whoever has begun one by then has said so before.
    /// - Returns: how many there were.
    func abortAbandoned(
        isUnderWay: @escaping @Sendable (_ idempotencyKey: String) -> Bool
    ) async throws -> Int {
        try await write { db in
            let abandoned = try Row.fetchAll(
                db, sql: "SELECT * FROM signUp WHERE state = 'pending'"
            ).map(SignUpRecord.init).filter { !isUnderWay($0.idempotencyKey) }
            for signUp in abandoned { try db.abortSignUp(signUp.accountID) }
            return abandoned.count
        }
    }
}

extension Database {
    fileprivate func abortSignUp(_ accountID: UUIDv7) throws {
        guard try isPending(accountID) else { return }
        try settle(accountID, as: .aborted)
        _ = try addToOutbox(.releaseDisplayName, of: accountID)
    }

    fileprivate func isPending(_ accountID: UUIDv7) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT state = 'pending' FROM signUp WHERE accountID = ?",
            arguments: [accountID.data]) ?? false
    }

    fileprivate func settle(_ accountID: UUIDv7, as state: SignUpRecord.State) throws {
        try execute(
            sql: "UPDATE signUp SET state = ? WHERE accountID = ?",
            arguments: [state.rawValue, accountID.data])
    }
}
