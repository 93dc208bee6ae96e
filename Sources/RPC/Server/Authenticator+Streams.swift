extension Authenticator {
    /// Has a stream say now and then that it is still there, until its caller is no longer who it was: a
    /// token or a session ends, or the token's key is withdrawn, or the service is removed.
    package func keepAwake(
        _ context: CallContext, every pause: Duration, wake: () -> Void
    ) async throws {
        repeat {
            try await Task.sleep(for: pause)
            wake()
        } while await stillKnows(context)
    }

    /// Whether a call's token is still valid. A caller without a token is known by the connection.
    package func stillKnows(_ context: CallContext) async -> Bool {
        let caller = try? await authenticate(context)
        return caller == context.caller || caller == .anonymous
    }
}
