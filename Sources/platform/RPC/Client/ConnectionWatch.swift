/// Watches whether the server at the other end of a connection serves, until its task is cancelled,
/// and reports each change. Until the first report the connection takes no calls.
///
/// Its parameters are a client of that connection, and the pauses between attempts to watch.
package typealias ConnectionWatch =
    @Sendable (
        _ connection: any RPCClient, _ backoff: Backoff,
        _ report: @escaping @Sendable (_ isServing: Bool) -> Void
    ) async -> Void
