import RollcallCrypto
import RollcallRPC
import Storage

extension AuthStore {
    func signUp(idempotencyKey: String) async throws -> SignUpRecord? {
        try await first(Statements.signUp, idempotencyKey)
    }

    /// Writes down what is about to be begun elsewhere, and the permits that it spends.
    ///
    /// - Parameter claim: of whoever goes on with them.
    /// - Throws: `RPCError` (`aborted`) if another call uses one of the keys.
    func begin(
        _ signUps: [SignUpRecord], spending permits: [Permit] = [], claim: WorkClaim? = nil,
        now: Int64
    ) async throws {
        try await write { tx in
            try tx.keep(permits)
            for signUp in signUps {
                let count = try tx.run(
                    Statements.begin, signUp.idempotencyKey, signUp.accountID, .pending,
                    signUp.canonicalEmail, signUp.displayName, now, claim?.dueAtMs ?? 0,
                    claim?.claimedBy)
                guard count == 1 else { throw RPCError.signUpUnderWay }
            }
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
    /// and the messages to Profile and Presence: all or nothing.
    ///
    /// - Parameters:
    ///   - verification: nil for an account without an address, or with one that is proved.
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED, IDENTITY_TAKEN).
    ///   - permit: of the mail, which is left out where it cannot be had.
    ///   - claim: of the message to Profile, which the caller delivers at once.
    func commit(
        _ signUp: SignUpRecord, account: Account, identity: ProvedIdentity? = nil,
        session: AccountSession, refreshedBy token: OpaqueToken, device: KnownDevice,
        verification: Challenges.Issue?, spending permit: Permit?, claim: WorkClaim, now: Int64
    ) async throws -> CommitOutcome {
        try await write(sending: verification, by: permit) { tx, verification in
            guard try tx.isPending(signUp.accountID) else { return .refunded(.notPending) }
            guard try tx.insert(account) else { return .refunded(.emailTaken) }
            try tx.note(.accountCreated, of: account.id, now: now)
            if let identity {
                try tx.link(identity, to: account.id, now: now)
                // Its first use.
                try tx.link(identity.used, to: account.id, now: now)
            }
            try tx.insert(session, refreshedBy: token)
            try tx.use(device)
            if let verification { try tx.send(verification, now: now) }
            try tx.settle(signUp.accountID, as: .committed)
            try tx.addToOutbox(.registerPresence, of: signUp.accountID)
            let item = try tx.addToOutbox(
                .confirmDisplayName, of: signUp.accountID, claim: claim)
            return .spent(.committed(item))
        }
    }

    /// Gives sign-ups up, unless they were committed, and notes that their display names are to be
    /// released.
    func abort(_ accountIDs: [UUIDv7]) async throws {
        try await write { tx in
            for id in accountIDs { _ = try tx.abortSignUp(id) }
        }
    }
}

extension AuthTransaction {
    /// - Returns: `false` if it had ended before, or there is none.
    func abortSignUp(_ accountID: UUIDv7) throws -> Bool {
        guard try isPending(accountID) else { return false }
        try settle(accountID, as: .aborted)
        try addToOutbox(.releaseDisplayName, of: accountID)
        return true
    }

    fileprivate func isPending(_ accountID: UUIDv7) throws -> Bool {
        try first(Statements.isPending, accountID) ?? false
    }

    func settle(_ accountID: UUIDv7, as state: SignUpRecord.State) throws {
        try run(Statements.settle, state, accountID)
    }
}

extension SignUpRecord {
    static let table = WorkTable<SignUpRecord>(
        "signUp", key: "idempotencyKey", columns: columns, where: "state = 'pending'")

    static let columns: SQL = """
        idempotencyKey, accountID, state, canonicalEmail, displayName, attempts, dueAtMs, claimedBy
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            idempotencyKey: columns.next(), accountID: columns.next(), state: columns.next(),
            canonicalEmail: columns.next(), displayName: columns.next(),
            attempts: columns.next(),
            claim: (columns.next(), columns.next()))
    }
}

private enum Statements {
    static let signUp = Query<SignUpRecord, String>(
        "SELECT \(SignUpRecord.columns) FROM signUp WHERE idempotencyKey = $1")

    static let isPending = Query<Bool, UUIDv7>(
        "SELECT state = 'pending' FROM signUp WHERE accountID = $1")

    static let begin = Command<
        String, UUIDv7, SignUpRecord.State, String, String, Int64, Int64, Int64?
    >(
        """
        INSERT INTO signUp (
            idempotencyKey, accountID, state, canonicalEmail, displayName, createdAtMs, dueAtMs,
            claimedBy
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (idempotencyKey) DO NOTHING
        """)

    static let settle = Command<SignUpRecord.State, UUIDv7>(
        "UPDATE signUp SET state = $1 WHERE accountID = $2")
}
