/// What stands around every handler of a server: authorisation, logging, metrics, limits.
public protocol ServerInterceptor: Sendable {
    /// Does its part and calls `next`, with the call as it came or with a changed context.
    ///
    /// - Parameter access: who may call the RPC.
    /// - Throws: to end the call with that error, whether or not `next` was called.
    func intercept(
        _ call: ServerCall,
        access: Access,
        next: @Sendable (ServerCall) async throws -> ServerReply
    ) async throws -> ServerReply
}
