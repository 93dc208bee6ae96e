import Storage

extension AuthStore {
    /// The token buckets that are not full.
    func buckets(now: Int64) async throws -> [BucketRow] {
        try await all(Statements.buckets, now).compactMap(\.self)
    }

    /// What `LimiterClock` said when something was last written down.
    func limiterTime() async throws -> Int64? {
        try await first(Statements.limiterTime)
    }

    func noteLimiterTime(_ now: Int64) async throws {
        try await write { _ = try $0.run(Statements.setLimiterTime, now) }
    }

    /// Writes down what is in use of permits' buckets, unless an engine counts them; and a sign-in
    /// that was refused, in the same transaction.
    ///
    /// Where nothing else is written, this returns before that: otherwise a stranger could tell by
    /// the time whether there is an account. Of an account one is noted at a time then, and few of
    /// all: others are left out.
    func keep(_ permits: [Permit], noting refusal: SignInRefusalRecord? = nil) async throws {
        guard permits.first?.limits.engine == nil else {
            guard let refusal, notedAccounts.withLock({ $0.take(for: refusal.account) })
            else { return }
            Task {
                defer { notedAccounts.withLock { $0.release(for: refusal.account) } }
                try await write { try $0.note(refusal) }
            }
            return
        }
        try await write { tx in
            try tx.keep(permits)
            if let refusal { try tx.note(refusal) }
        }
    }

    /// Makes a change that may send a mail which is limited: the permit is spent, and written down
    /// in the same transaction, if the change is made.
    ///
    /// - Parameters:
    ///   - mail: nil if there is none, and then `permit` is nil, too.
    ///   - body: is given the mail, if it may be sent. It says with `spent` or `refunded` whether
    ///     the change is made.
    func write<Mail: Sendable, T: Sendable>(
        sending mail: Mail?, by permit: Permit?,
        _ body: @escaping @Sendable (AuthTransaction, Mail?) throws -> MailedChange<T>
    ) async throws -> T {
        guard let permit else { return try await write(inTurn: true) { try body($0, nil).value } }
        var attempt = permit.limits.attempt()
        guard await attempt.take([permit]) == nil else {
            return try await write(inTurn: true) { try body($0, nil).value }
        }
        let change = try await write(inTurn: true) { tx in
            let change = try body(tx, mail)
            if case .spent = change { try tx.keep([permit]) }
            return change
        }
        if case .spent = change { attempt.recorded() }
        return change.value
    }
}

/// Whether a change was made that may have sent a mail.
enum MailedChange<Value> {
    case spent(Value)
    case refunded(Value)

    var value: Value {
        switch self {
        case .spent(let value), .refunded(let value): value
        }
    }
}

extension MailedChange: Sendable where Value: Sendable {}

extension AuthTransaction {
    /// Writes buckets down as they are when it is their turn, so that the last write has the last
    /// word. It deletes a few rows of buckets that are full by now, so that the table stays as
    /// small as what is in use.
    func keep(_ permits: [Permit]) throws {
        guard let limits = permits.first?.limits, limits.engine == nil else { return }
        let now = limits.clock()
        for row in limits.rows(of: permits.map(\.key)) { try keep(row, now: now) }
        try submit(Statements.setLimiterTime, now)
        try submit(Statements.sweep, now, 8)
    }

    private func keep(_ row: BucketRow, now: Int64) throws {
        let (name, key) = (row.key.name.rawValue, row.key.bytes)
        if row.due <= now {
            try submit(Statements.delete, name, key)
        } else {
            try submit(Statements.keep, name, key, row.due)
        }
    }
}

extension BucketRow {
    static let columns: SQL = "limitName, key, dueAtMs"

    /// Nil for a limit that there is no more.
    ///
    /// - Throws: `StorageError.corrupt`.
    init?(_ columns: inout Columns) throws {
        guard let name = try LimitName(rawValue: columns.next()) else { return nil }
        self.init(key: LimitKey(name: name, bytes: try columns.next()), due: try columns.next())
    }
}

private enum Statements {
    static let buckets = Query<BucketRow?, Int64>(
        "SELECT \(BucketRow.columns) FROM meter WHERE dueAtMs > $1"
    ) { try BucketRow(&$0) }

    static let keep = Command<String, [UInt8], Int64>(
        """
        INSERT INTO meter (limitName, key, dueAtMs) VALUES ($1, $2, $3)
        ON CONFLICT (limitName, key) DO UPDATE SET dueAtMs = excluded.dueAtMs
        """)

    static let delete = Command<String, [UInt8]>(
        "DELETE FROM meter WHERE limitName = $1 AND key = $2")

    static let sweep = Command<Int64, Int>(
        .sweep("meter", by: "limitName, key", of: "dueAtMs", where: "dueAtMs <= $1"))

    static let limiterTime = Query<Int64>("SELECT newestMs FROM limiterClock")

    static let setLimiterTime = Command<Int64>(
        """
        INSERT INTO limiterClock (id, newestMs) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET newestMs = excluded.newestMs
        WHERE excluded.newestMs > limiterClock.newestMs
        """)
}
