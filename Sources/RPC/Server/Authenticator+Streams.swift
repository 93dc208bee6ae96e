import RollcallBasics

extension Authenticator {
    /// Has a stream say now and then that it is still there, until it ends, or its caller is no longer who it
    /// was: a token or a session ends, or the token's key is withdrawn, or the service is removed.
    ///
    /// - Parameter stream: says something when it is woken.
    package func keepAwake(
        _ context: CallContext, every pause: Duration, wake: @escaping @Sendable () -> Void,
        _ stream: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await untilFirstEnds([
            stream,
            {
                repeat {
                    try await Task.sleep(for: pause)
                    wake()
                } while await stillKnows(context)
            },
        ])
    }

    /// Whether a call's token is still valid. A caller without a token is known by the connection.
    package func stillKnows(_ context: CallContext) async -> Bool {
        let caller = try? await authenticate(context)
        return caller == context.caller || caller == .anonymous
    }
}
