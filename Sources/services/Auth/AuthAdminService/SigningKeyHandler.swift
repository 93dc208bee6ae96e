import RollcallRPC

/// Shows and changes the keys that tokens are signed with, each call in a file named for it.
struct SigningKeyHandler: Sendable {
    let rotation: KeyRotation
    let log: AdminLog
}
