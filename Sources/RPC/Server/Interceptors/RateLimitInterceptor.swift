/// Refuses calls that a caller makes too often, with `resourceExhausted` and the time to wait.
public struct RateLimitInterceptor: ServerInterceptor {
    /// The callers that share one limit.
    public enum Scope: Sendable {
        /// Each authenticated caller has its own limit. Unauthenticated callers share one limit for each
        /// address.
        case caller
        /// Each client network (an IPv4 address, a /64 of IPv6) has its own limit. All calls over unix
        /// sockets share one.
        case peer
        /// All callers share one limit.
        case everyone
    }

    private let limit: RateLimit
    private let scope: Scope
    private let methods: Set<String>?
    private let refusal: @Sendable (Duration) -> RPCError

    /// A limit for addresses comes before the authorization, so that it protects that, too.
    public var standsBeforeAuthorization: Bool { scope != .caller }

    /// - Parameters:
    ///   - methods: the paths of the limited RPCs, each with limits of its own; nil for all.
    ///   - refusal: the error for a caller who has to wait.
    public init(
        _ limit: RateLimit, for scope: Scope, of methods: Set<String>? = nil,
        refusal: @escaping @Sendable (Duration) -> RPCError = RPCError.tooOften
    ) {
        self.limit = limit
        self.scope = scope
        self.methods = methods
        self.refusal = refusal
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        guard methods?.contains(rpc.path) ?? true else { return nil }
        let limiter = RateLimiter<LimitedCaller>(limit)
        return Interception(onBegin: { [scope, refusal] call in
            if let wait = limiter.count(scope.key(of: call.context)) { throw refusal(wait) }
        })
    }
}

/// The callers that are counted together.
private enum LimitedCaller: Hashable, Sendable {
    case user(String)
    case service(String)
    case address(ClientNetwork?)
    case everyone
}

extension RateLimitInterceptor.Scope {
    fileprivate func key(of context: CallContext) -> LimitedCaller {
        switch (self, context.caller) {
        case (.everyone, _): .everyone
        case (.caller, .user(let identity)): .user(identity.userID)
        case (.caller, .service(let name)): .service(name)
        case (.caller, .anonymous), (.caller, .operator), (.peer, _):
            .address(ClientNetwork(context.peer))
        }
    }
}

extension RPCError {
    /// - Parameter wait: the time until another call is accepted.
    public static func tooOften(_ wait: Duration) -> RPCError {
        RPCError(.resourceExhausted, "too many calls in a short time; wait before the next")
            .pushedBack(by: wait)
    }
}
