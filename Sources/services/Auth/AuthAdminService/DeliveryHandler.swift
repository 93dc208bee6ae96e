import RollcallRPC

/// Shows what other services have yet to be told, each call in a file named for it.
struct DeliveryHandler: Sendable {
    let outboxes: [Outbox]
    let store: AuthStore
    let pages: PageTokens
    let log: AdminLog
}
