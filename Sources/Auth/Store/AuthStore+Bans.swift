import Foundation
import GRDB
import RollcallCrypto

extension AuthStore {
    /// The names of meters that were written down, behind one of them in their order; but for those of
    /// limits that there are no more.
    ///
    /// - Returns: `limit` of them, or all that are left.
    func meterKeys(after last: LimitKey?, limit: Int) async throws -> [LimitKey] {
        let names = LimitName.allCases.map(\.rawValue)
        let place: StatementArguments = [
            last?.name.rawValue ?? "", last.map { Data($0.bytes) } ?? Data(),
        ]
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT limitName, key, dueAtMs FROM meter
                    WHERE (limitName, key) > (?, ?)
                        AND limitName IN (\(databaseQuestionMarks(count: names.count)))
                    ORDER BY limitName, key LIMIT ?
                    """,
                arguments: place + StatementArguments(names) + [limit]
            ).compactMap { MeterRow(row: $0)?.key }
        }
    }

    /// An account's sessions that have not ended.
    func sessionIDs(of accountID: UUIDv7) async throws -> [UUIDv7] {
        try await read { try $0.openSessions(of: accountID).map(\.id) }
    }

    /// The devices that an account knows.
    func deviceIDs(of accountID: UUIDv7) async throws -> [UUIDv7] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT id FROM device WHERE accountID = ?", arguments: [accountID.data]
            ).map { try $0.id("id") }
        }
    }
}
