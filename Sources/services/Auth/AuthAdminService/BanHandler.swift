import RollcallRPC

/// Shows who is refused for having asked too often, and forgets it, each call in a file named for it.
struct BanHandler: Sendable {
    let limits: Limits
    let store: AuthStore
    let names: DisplayNames
    let pages: PageTokens
    let log: AdminLog
}
