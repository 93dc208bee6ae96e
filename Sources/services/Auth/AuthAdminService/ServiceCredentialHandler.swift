import RollcallCrypto
import RollcallRPC

/// Gives other services their credentials, each call in a file named for it.
struct ServiceCredentialHandler: Sendable {
    let store: AuthStore
    let ids: UUIDv7Generator
    let random: RandomSource
    let log: AdminLog
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
