import RollcallRPC

extension PresenceServiceClient {
    /// Watches the same users until the watch ends: `watch(options:)` with one message.
    ///
    /// - Throws: `RPCError`, as long as nothing was sent; the answers throw what comes later.
    public func watch(
        _ request: WatchRequest, options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchResponse> {
        let call = try await watch(options: options)
        // A call that was refused meanwhile says why to its reader.
        try? await call.send(request)
        return call.responses
    }
}
