import Storage

extension AuthStore {
    /// The meters that have not run empty.
    func meters(now: Int64) async throws -> [MeterRow] {
        try await all(Statements.meters, now).compactMap(\.self)
    }

    /// What `LimiterClock` said when something was last written down.
    func limiterTime() async throws -> Int64? {
        try await first(Statements.limiterTime)
    }

    /// Writes down what was taken of limits, or given back.
    func keep(_ charge: Charge) async throws {
        try await write { try $0.keep(charge) }
    }
}

extension AuthTransaction {
    /// Writes meters down as they are when it is their turn, so that the last write has the last
    /// word; and takes a few of those away that have run empty, so that the table stays as small as
    /// what is in use.
    func keep(_ charge: Charge) throws {
        let now = charge.limiter.clock()
        for row in charge.limiter.rows(of: charge.units) { try keep(row, now: now) }
        try run(Statements.setLimiterTime, now)
        try run(Statements.sweep, now)
    }

    private func keep(_ row: MeterRow, now: Int64) throws {
        let (name, key) = (row.key.name.rawValue, row.key.bytes)
        if row.due <= now {
            try run(Statements.delete, name, key)
        } else {
            try run(Statements.keep, name, key, row.due)
        }
    }
}

extension MeterRow {
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
    static let meters = Query<MeterRow?, Int64>(
        "SELECT \(MeterRow.columns) FROM meter WHERE dueAtMs > $1"
    ) { try MeterRow(&$0) }

    static let keep = Command<String, [UInt8], Int64>(
        """
        INSERT INTO meter (limitName, key, dueAtMs) VALUES ($1, $2, $3)
        ON CONFLICT (limitName, key) DO UPDATE SET dueAtMs = excluded.dueAtMs
        """)

    static let delete = Command<String, [UInt8]>(
        "DELETE FROM meter WHERE limitName = $1 AND key = $2")

    static let sweep = Command<Int64>(
        """
        DELETE FROM meter WHERE (limitName, key) IN (
            SELECT limitName, key FROM meter WHERE dueAtMs <= $1 ORDER BY dueAtMs LIMIT 8)
        """)

    static let limiterTime = Query<Int64>("SELECT newestMs FROM limiterClock")

    static let setLimiterTime = Command<Int64>(
        """
        INSERT INTO limiterClock (id, newestMs) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET newestMs = excluded.newestMs
        WHERE excluded.newestMs > limiterClock.newestMs
        """)
}
