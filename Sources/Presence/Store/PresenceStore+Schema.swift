import Storage

extension PresenceStore {
    /// `RCPV`: Rollcall, Presence. Until the first release, tables that change get another mark: files from
    /// before are refused.
    static let schema = Schema(
        applicationID: 0x5243_5056,
        versions: [Schema.Version(tables)])
}
