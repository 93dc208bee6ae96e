/// Refuses calls that a caller makes more often than the contract allows (`Method.limit`), with
/// `resourceExhausted` and the time to wait.
///
/// A signed-in user counts by account where the RPC is for users, and everybody else by address (an
/// IPv4 address, a /64 of IPv6). Services and the operator are not limited.
public struct RateLimitInterceptor: ServerInterceptor {
    /// Callers without an address share a limit of the size of this many.
    static let callersWithoutAddress: Int64 = 20

    private let changed: [String: RateLimit]
    private let refusal: @Sendable (Duration) -> RPCError

    /// - Parameters:
    ///   - changed: rates in place of the contract's, by the names of limits.
    ///   - refusal: the error for a caller who has to wait.
    public init(
        changed: [String: RateLimit] = [:],
        refusal: @escaping @Sendable (Duration) -> RPCError = RPCError.tooOften
    ) {
        self.changed = changed
        self.refusal = refusal
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        guard let limit = rpc.limit, let usual = limit.rate else { return nil }
        let rate = changed[limit.name] ?? usual
        let limiter = RateLimiter<PeerKey>(rate)
        let crowd = RateLimiter<Bool>(rate.shared(by: Self.callersWithoutAddress))
        let isForUsers = rpc.access == .user || rpc.access == .owner
        return Interception(onBegin: { [refusal] call in
            let wait: Duration?
            switch call.context.caller {
            case .service, .operator: return
            case .user where limit.isForStrangersOnly: return
            case .user(let user) where isForUsers: wait = limiter.count(.account(user.userID))
            case .user, .anonymous:
                if let network = ClientNetwork(call.context.peer) {
                    wait = limiter.count(.network(network))
                } else {
                    wait = crowd.count(true)
                }
            }
            if let wait { throw refusal(wait) }
        })
    }
}

extension RPCError {
    /// - Parameter wait: the time until another call is accepted.
    public static func tooOften(_ wait: Duration) -> RPCError {
        RPCError(.resourceExhausted, "too many calls in a short time; wait before the next")
            .pushedBack(by: wait)
    }
}
