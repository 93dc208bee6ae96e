import Storage

extension ProfileStore {
    /// `RCPF`: Rollcall, Profile.
    static let schema = Schema(
        applicationID: 0x5243_5046,
        versions: [Schema.Version(sqlite: sqliteTables, postgresql: postgresqlTables)])

    /// What `NameSkeleton` says, of a canonical name.
    static let skeleton = """
        replace(replace(replace(replace(replace(
            canonicalName, '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')
        """
}
