import RollcallCrypto
import RollcallRPC

/// Shows the mails that wait or have ended, each call in a file named for it.
struct MailHandler: Sendable {
    /// Nil where mail has no way out.
    let mail: MailOutbox?
    let store: AuthStore
    let ids: UUIDv7Generator
    let pages: PageTokens
    let log: AdminLog
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
