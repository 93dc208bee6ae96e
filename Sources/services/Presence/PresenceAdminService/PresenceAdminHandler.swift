import RollcallAPI
import RollcallRPC

/// Answers the RPCs of `PresenceAdminService`: one a file, named for it.
package struct PresenceAdminHandler: PresenceAdminService {
    let hub: PresenceHub
    let leases: any LeaseAuthority
    let log: AdminLog
    /// Called before clients are sent away, and when they may come back.
    package var onDraining: @Sendable (Bool) -> Void = { _ in }
}
