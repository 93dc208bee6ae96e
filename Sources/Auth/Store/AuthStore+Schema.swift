import Storage

extension AuthStore {
    /// Identifiers are UUIDs of 16 bytes, times milliseconds since 1970-01-01 UTC, digests SHA-256.
    static let schema = Schema(
        // `RCAV`: Rollcall, Auth. Files of `RCAU` are from before the first release.
        applicationID: 0x5243_4156,
        versions: [Schema.Version(sqlite: sqliteTables, postgresql: postgresqlTables)])
}
