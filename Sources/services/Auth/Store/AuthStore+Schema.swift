import Storage

extension AuthStore {
    /// Identifiers are UUIDs of 16 bytes, times milliseconds since 1970-01-01 UTC, digests SHA-256.
    package static let schema = Schema(
        // `RCCD`: Rollcall, Auth. Until the first release, tables that change get another mark:
        // files from before are refused.
        applicationID: 0x5243_4344,
        versions: [Schema.Version(tables)])
}
