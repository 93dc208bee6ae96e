import Storage

extension ProfileStore {
    /// `RCUh`: Rollcall, users' profiles, names and texts. Until the first release, tables that
    /// change get another mark: files from before are refused.
    package static let schema = Schema(
        applicationID: 0x5243_5568,
        versions: [Schema.Version(tables)])

    /// What `NameSkeleton` says, of a canonical name.
    static let skeleton = """
        replace(replace(replace(replace(replace(
            canonicalName, '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')
        """
}
