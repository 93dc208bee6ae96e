/// Sessions whose access tokens are no longer good.
public enum EndedSessions: Sendable, Hashable {
    /// These, by their ids, as `UserIdentity.sessionID` has them. Some may have been told before.
    case sessions([String])
    /// All that there were: Auth has begun a new epoch, as after the restoring of a backup.
    case all
}
