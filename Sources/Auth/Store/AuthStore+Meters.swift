import Foundation
import GRDB

extension AuthStore {
    /// The meters that have not run empty.
    func meters(now: Int64) async throws -> [MeterRow] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT limitName, key, dueAtMs FROM meter WHERE dueAtMs > ?",
                arguments: [now]
            ).compactMap(MeterRow.init)
        }
    }

    /// What `LimiterClock` said when something was last written down.
    func limiterTime() async throws -> Int64? {
        try await read { try Int64.fetchOne($0, sql: "SELECT newestMs FROM limiterClock") }
    }

    /// Writes down what was taken of limits, or given back.
    func keep(_ charge: Charge) async throws {
        try await write { try $0.keep(charge) }
    }
}

extension Database {
    /// Writes meters down as they are when it is their turn, so that the last write has the last
    /// word; and takes a few of those away that have run empty, so that the table stays as small as
    /// what is in use.
    func keep(_ charge: Charge) throws {
        let now = charge.limiter.clock()
        for row in charge.limiter.rows(of: charge.units) { try keep(row, now: now) }
        try execute(
            sql: """
                INSERT INTO limiterClock (id, newestMs) VALUES (1, ?)
                ON CONFLICT (id) DO UPDATE SET newestMs = max(newestMs, excluded.newestMs)
                """,
            arguments: [now])
        try execute(
            sql: """
                DELETE FROM meter WHERE (limitName, key) IN (
                    SELECT limitName, key FROM meter WHERE dueAtMs <= ?
                    ORDER BY dueAtMs LIMIT 8)
                """,
            arguments: [now])
    }

    private func keep(_ row: MeterRow, now: Int64) throws {
        let name: [any DatabaseValueConvertible] = [row.key.name.rawValue, Data(row.key.bytes)]
        if row.due <= now {
            try execute(
                sql: "DELETE FROM meter WHERE limitName = ? AND key = ?",
                arguments: StatementArguments(name))
        } else {
            try execute(
                sql: """
                    INSERT INTO meter (limitName, key, dueAtMs) VALUES (?, ?, ?)
                    ON CONFLICT (limitName, key) DO UPDATE SET dueAtMs = excluded.dueAtMs
                    """,
                arguments: StatementArguments(name + [row.due]))
        }
    }
}

extension MeterRow {
    /// Nil for a limit that there is no more.
    init?(row: Row) {
        guard let name = LimitName(rawValue: row["limitName"]) else { return nil }
        let key: Data = row["key"]
        self.init(key: LimitKey(name: name, bytes: [UInt8](key)), due: row["dueAtMs"])
    }
}
