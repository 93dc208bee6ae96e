import RollcallAPI
import RollcallRPC

/// Answers the RPCs of `PresenceService`: one a file, named for it.
package struct PresenceHandler: PresenceService {
    let hub: PresenceHub
    let leases: any LeaseAuthority
    let store: PresenceStore
    /// The server's.
    let authenticator: any Authenticator
}
