import NIOCore

/// Refuses what a caller asks too often, with `resourceExhausted` and the time to wait.
public struct RateLimitInterceptor: ServerInterceptor {
    /// Who shares a limit.
    public enum Scope: Sendable {
        /// Each caller that the authenticator has named has its own; all that it has not share one
        /// for each address.
        case caller
        /// Each network that one client may have (an IPv4 address, a /64 of IPv6); all calls over
        /// unix sockets share one.
        case peer
        /// All callers together.
        case everyone
    }

    private let limit: RateLimit
    private let scope: Scope
    private let methods: Set<String>?
    private let maximumCallers: Int
    private let refusal: @Sendable (Duration) -> RPCError
    private let now: @Sendable () -> NIODeadline

    /// A limit for addresses stands before the check of who calls: it protects the check too.
    public var standsBeforeAuthorization: Bool { scope != .caller }

    /// - Parameters:
    ///   - methods: the paths of the RPCs that are limited, each by itself; nil for all.
    ///   - maximumCallers: callers of an RPC that are remembered. Beyond it those are forgotten that
    ///     have used least of their limit.
    ///   - refusal: what is answered to one who has to wait.
    public init(
        _ limit: RateLimit, for scope: Scope, of methods: Set<String>? = nil,
        maximumCallers: Int = 10_000,
        refusal: @escaping @Sendable (Duration) -> RPCError = RPCError.tooOften
    ) {
        self.init(
            limit, for: scope, of: methods, maximumCallers: maximumCallers, refusal: refusal
        ) { .now() }
    }

    init(
        _ limit: RateLimit, for scope: Scope, of methods: Set<String>? = nil,
        maximumCallers: Int = 10_000,
        refusal: @escaping @Sendable (Duration) -> RPCError = RPCError.tooOften,
        now: @escaping @Sendable () -> NIODeadline
    ) {
        self.limit = limit
        self.scope = scope
        self.methods = methods
        self.maximumCallers = maximumCallers
        self.refusal = refusal
        self.now = now
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        guard methods?.contains(rpc.path) ?? true else { return nil }
        let limiter = SharedRateLimiter<LimitedCaller>(
            limit, maximumCount: maximumCallers, now: now)
        return Interception(onBegin: { [scope, refusal] call in
            if let wait = limiter.count(scope.key(of: call.context)) { throw refusal(wait) }
        })
    }
}

/// Whose calls are counted together.
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
    /// - Parameter wait: until there is room for another call.
    public static func tooOften(_ wait: Duration) -> RPCError {
        var error = RPCError(
            .resourceExhausted, "too many calls in a short time; wait before the next")
        error.pushBack(by: wait)
        return error
    }
}
