import RollcallBasics

extension Authenticator {
    /// Runs a stream until it ends, and wakes it now and then so that it sends a heartbeat.
    ///
    /// - Parameter stream: sends something when it is woken.
    /// - Throws: what the stream throws; `RPCError` at the end of the call's token, or when the
    ///   caller is no longer known: the session has ended, the token's key is withdrawn, the
    ///   service is removed.
    package func keepAwake(
        _ context: CallContext, every pause: Duration, wake: @escaping @Sendable () -> Void,
        _ stream: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await untilFirstEnds([
            stream,
            {
                while true {
                    try await Task.sleep(for: min(pause, timeLeft(of: context) ?? pause))
                    if let left = timeLeft(of: context), left <= .zero {
                        throw refusal(of: .anonymous)
                    }
                    wake()
                    try await checkStillKnown(context)
                }
            },
        ])
    }

    /// Authenticates the caller of an open stream again. A caller without a token is known by the
    /// connection.
    ///
    /// - Throws: `RPCError` if the token is no longer valid, or does not prove the same any more.
    package func checkStillKnown(_ context: CallContext) async throws {
        var caller = try authenticateAtOnce(context)
        if caller == nil { caller = try await authenticate(context) }
        guard caller == context.caller || caller == .anonymous else {
            throw refusal(of: .anonymous)
        }
    }
}
