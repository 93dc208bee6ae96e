import RollcallCrypto
import Storage

extension AuthStore {
    /// The stored names of token buckets after `last`, in order. Those of unknown limits are left
    /// out.
    ///
    /// - Returns: `limit` of them, or all that are left.
    func bucketKeys(after last: LimitKey?, limit: Int) async throws -> [LimitKey] {
        try await all(
            Statements.bucketKeys, last?.name.rawValue ?? "", last?.bytes ?? [],
            SQLList(LimitName.allCases), limit)
    }

    /// The known devices of an account.
    func deviceIDs(of accountID: UUIDv7) async throws -> [UUIDv7] {
        try await all(Statements.deviceIDs, accountID)
    }
}

private enum Statements {
    static let bucketKeys = Query<LimitKey, String, [UInt8], SQLList<LimitName>, Int>(
        """
        SELECT limitName, key FROM meter WHERE (limitName, key) > ($1, $2) AND limitName = ANY($3)
        ORDER BY limitName, key LIMIT $4
        """
    ) { try LimitKey(name: $0.next(), bytes: $0.next()) }

    static let deviceIDs = Query<UUIDv7, UUIDv7>("SELECT id FROM device WHERE accountID = $1")
}
