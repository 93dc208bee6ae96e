import AccessTokens
import RollcallAPI
import RollcallCrypto
import Storage

/// A signing key as the database has it.
struct StoredSigningKey: Sendable {
    let schedule: KeySchedule.Key
    let publicKey: SigningKey
    /// `nil` once the key is retired: it cannot sign any more.
    let pair: SigningKeyPair?
}

extension AuthStore {
    /// The keys, in the order in which they sign, and the number of their changes so far.
    struct KeptKeys: Sendable {
        var keys: [StoredSigningKey]
        var version: UInt64
    }

    func signingKeys(_ seal: SigningKeySeal) async throws -> [StoredSigningKey] {
        try await all(Statements.keys).map { try $0.opened(seal) }
    }

    /// Makes, retires and deletes keys as the schedule requires.
    ///
    /// - Throws: `CryptoError`, `SigningKeyError`.
    func keepSigningKeys(
        to schedule: KeySchedule, clock: @escaping @Sendable () -> Int64, seal: SigningKeySeal,
        random: RandomSource
    ) async throws -> KeptKeys {
        // The key is made before the transaction, and thrown away if none is due.
        let new = try NewSigningKey(seal, random)
        return try await write { tx in
            let stored = try tx.signingKeys(seal)
            // After that: a key that another instance has just made is of no clock that is ahead.
            let now = clock()
            let kept = stored.map(\.schedule)
            let keys = KeySchedule.corrected(kept, now: now)
            let plan = schedule.plan(keys, now: now)
            for key in keys where !kept.contains(key) { try tx.setTimes(of: key) }
            if let start = plan.newKeySignsFrom {
                try tx.run(Statements.insert, new.id, new.sealed, now, start)
                try tx.note(.keyReplaced, after: new.id, now: now)
            }
            for key in stored where plan.retired.contains(key.schedule.id) {
                try tx.retire(key, now: now)
            }
            for id in plan.forgotten { try tx.run(Statements.delete, id) }
            if keys != kept || plan != KeySchedule.Plan() { try tx.countKeyChange() }
            return try KeptKeys(
                keys: tx.signingKeys(seal), version: tx.first(Statements.version) ?? 0)
        }
    }

    /// How often the keys have changed, at any instance.
    func signingKeysVersion() async throws -> UInt64? {
        try await first(Statements.version)
    }

    /// Makes a key that signs from now on. The other keys are retired, or deleted at once. Where
    /// there may be other instances, the one that signs goes on for `KeySchedule.notice`, unless
    /// it is withdrawn.
    ///
    /// - Returns: the key's id; `nil` if the limit of served keys is reached, and none is
    ///   withdrawn.
    func replaceSigningKeys(
        isWithdrawing: Bool, now: Int64, seal: SigningKeySeal, random: RandomSource
    ) async throws -> String? {
        let new = try NewSigningKey(seal, random)
        return try await write { [isShared = database.isShared] tx in
            let others = try tx.signingKeys(seal)
            guard isWithdrawing || others.count < KeySchedule.servedLimit else { return nil }
            // The new key signs after every other one: a key may be due later, or date from a clock
            // that was ahead.
            var start = others.map(\.schedule.signsFrom).reduce(now) { max($0, $1 + 1) }
            for key in others where isWithdrawing { try tx.run(Statements.delete, key.schedule.id) }
            let signing = KeySchedule.signing(others.map(\.schedule), now: now)
            for key in others where !isWithdrawing {
                if isShared, key.schedule == signing {
                    // A key that was due later is retired, and delays nothing.
                    start = max(now, key.schedule.signsFrom) + KeySchedule.notice.wholeMilliseconds
                } else {
                    try tx.retire(key, now: now)
                }
            }
            try tx.run(Statements.insert, new.id, new.sealed, now, start)
            try tx.countKeyChange()
            try tx.note(
                .keyReplaced, before: isWithdrawing ? "withdrawn" : "retired", after: new.id,
                now: now)
            return new.id
        }
    }
}

extension Snapshot {
    fileprivate func signingKeys(_ seal: SigningKeySeal) throws -> [StoredSigningKey] {
        try all(Statements.keys).map { try $0.opened(seal) }
    }
}

extension AuthTransaction {
    /// Erases the private half, on the disk as well. A key that is already retired stays as it is.
    fileprivate func retire(_ key: StoredSigningKey, now: Int64) throws {
        let point = key.publicKey.x + key.publicKey.y
        try run(Statements.retire, point, now, key.schedule.id)
    }

    fileprivate func setTimes(of key: KeySchedule.Key) throws {
        try run(Statements.setTimes, key.createdAt, key.signsFrom, key.retiredAt, key.id)
    }

    func countKeyChange() throws {
        try run(Statements.countChange)
    }
}

/// A new key, sealed and not yet stored.
private struct NewSigningKey: Sendable {
    let id: String
    let sealed: [UInt8]

    /// - Throws: `CryptoError`, `SigningKeyError`.
    init(_ seal: SigningKeySeal, _ random: RandomSource) throws {
        let pair = try SigningKeyPair(random: random)
        id = pair.publicKey.keyID
        sealed = try seal.sealed(pair, random: random)
    }
}

/// A row of the table.
private struct SigningKeyRow: RowValue {
    let schedule: KeySchedule.Key
    /// `nil` once the key is retired.
    let sealedKey: [UInt8]?
    /// `nil` until the key is retired.
    let publicKey: [UInt8]?

    init(_ columns: inout Columns) throws {
        schedule = try KeySchedule.Key(
            id: columns.next(), createdAt: columns.next(), signsFrom: columns.next(),
            retiredAt: columns.next())
        sealedKey = try columns.next()
        publicKey = try columns.next()
    }

    /// - Throws: `SigningKeyError` for bytes that are no key; `StorageError.corrupt`.
    func opened(_ seal: SigningKeySeal) throws -> StoredSigningKey {
        if let sealedKey {
            let pair = try seal.opened(sealedKey, id: schedule.id)
            return StoredSigningKey(schedule: schedule, publicKey: pair.publicKey, pair: pair)
        }
        let point = publicKey ?? []
        let key = SigningKey(
            keyID: schedule.id, x: Array(point.prefix(32)), y: Array(point.suffix(32)))
        return StoredSigningKey(schedule: schedule, publicKey: key, pair: nil)
    }
}

private enum Statements {
    static let keys = Query<SigningKeyRow>(
        """
        SELECT thumbprint, createdAtMs, signsFromMs, retiredAtMs, sealedKey, publicKey
        FROM signingKey ORDER BY signsFromMs, thumbprint
        """)

    static let insert = Command<String, [UInt8], Int64, Int64>(
        """
        INSERT INTO signingKey (thumbprint, sealedKey, createdAtMs, signsFromMs)
        VALUES ($1, $2, $3, $4)
        """)

    static let retire = Command<[UInt8], Int64, String>(
        """
        UPDATE signingKey SET sealedKey = NULL, publicKey = $1, retiredAtMs = $2
        WHERE thumbprint = $3 AND retiredAtMs IS NULL
        """)

    static let setTimes = Command<Int64, Int64, Int64?, String>(
        """
        UPDATE signingKey SET createdAtMs = $1, signsFromMs = $2, retiredAtMs = $3
        WHERE thumbprint = $4
        """)

    static let delete = Command<String>("DELETE FROM signingKey WHERE thumbprint = $1")
    static let countChange = PlainCommand("UPDATE signingKeySet SET version = version + 1")
    static let version = Query<UInt64>("SELECT version FROM signingKeySet")
}
