/// Answers the calls of one RPC.
public typealias ServerHandler = @Sendable (ServerCall) async throws -> ServerReply

/// What stands around the handlers of a server: authorisation, logging, metrics, limits.
public protocol ServerInterceptor: Sendable {
    /// Whether it stands outside of the check of who may call, and so also sees the calls that the
    /// check refuses, but not who calls. False unless said otherwise.
    var standsBeforeAuthorization: Bool { get }

    /// Puts its part around the handler of an RPC. Called once for each RPC when the server is made,
    /// so that what an RPC needs is looked up then and not for each call.
    ///
    /// - Returns: what is called instead of `next`: it does its part and calls `next`, with the call
    ///   as it came or changed; throwing ends the call with that error, whether or not `next` was
    ///   called. To have no part in an RPC, `next` itself.
    func intercept(_ rpc: ServedRPC, next: @escaping ServerHandler) -> ServerHandler
}

extension ServerInterceptor {
    public var standsBeforeAuthorization: Bool { false }
}

/// An RPC as a server's interceptors see it.
public struct ServedRPC: Sendable, Hashable {
    /// `package.Service/Name`.
    public let path: String
    public let kind: MethodKind
    /// Who may call it.
    public let access: Access
    public let priority: Priority
}
