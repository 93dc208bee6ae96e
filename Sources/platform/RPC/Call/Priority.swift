/// Which calls a server gives up first when it cannot answer all of them, as it is written beside
/// the RPC in the .proto. The most important stand first.
public enum Priority: Int, Sendable, Hashable, CaseIterable {
    /// What must work for everything else to recover: signing out, refreshing a session, health.
    case critical = 0
    /// What a user waits for.
    case ordinary
    /// What can be made again later: downloads, exports.
    case bulk
}
