import RollcallRPC

extension PresenceServiceClient {
    /// Watches the same users until the watch ends: `watch(options:)` with one message.
    ///
    /// - Throws: `RPCError`.
    public func watch(
        _ request: WatchRequest, options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchResponse> {
        let call = try await watch(options: options)
        try await call.send(request)
        return call.responses
    }
}
