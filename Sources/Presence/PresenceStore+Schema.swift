import Storage

extension PresenceStore {
    /// `RCPT`: Rollcall, Presence.
    static let schema = Schema(
        applicationID: 0x5243_5054,
        versions: [Schema.Version(sqlite: sqliteTables, postgresql: postgresqlTables)])
}
