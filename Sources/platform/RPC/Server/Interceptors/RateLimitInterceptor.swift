import RollcallBasics

/// Refuses calls that a caller makes more often than the contract allows (`Method.limit`), with
/// `resourceExhausted` and the time to wait.
///
/// A signed-in user counts by account where the RPC is for users, and everybody else by address (an
/// IPv4 address, a /64 of IPv6). Services and the operator are not limited.
public struct RateLimitInterceptor: ServerInterceptor {
    /// Callers without an address share a limit of the size of this many.
    static let callersWithoutAddress: Int64 = 20

    /// The rates that are not the contract's, by the names of limits.
    private let changed: Renewable<[String: RateLimit]>
    private let refusal: @Sendable (Duration) -> RPCError

    /// - Parameters:
    ///   - changed: rates in place of the contract's, by the names of limits.
    ///   - refusal: the error for a caller who has to wait.
    public init(
        changed: [String: RateLimit] = [:],
        refusal: @escaping @Sendable (Duration) -> RPCError = RPCError.tooOften
    ) {
        self.changed = Renewable(changed)
        self.refusal = refusal
    }

    /// Counts by other rates from now on, as the initialiser has them.
    package func change(_ changed: [String: RateLimit]) { self.changed.value = changed }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        guard let limit = rpc.limit, let usual = limit.rate else { return nil }
        let limiter = RateLimiter<PeerKey>(usual)
        let crowd = RateLimiter<Bool>(usual)
        let isForUsers = rpc.access == .user || rpc.access == .owner
        return Interception(onBegin: { [changed, refusal] call in
            let key: PeerKey?
            switch call.context.caller {
            case .service, .operator: return
            case .user where limit.isForStrangersOnly: return
            case .user(let user) where isForUsers: key = .account(user.userID)
            case .user, .anonymous: key = ClientNetwork(call.context.peer).map(PeerKey.network)
            }
            let rate = changed.value[limit.name] ?? usual
            let wait: Duration?
            if let key {
                limiter.change(rate)
                wait = limiter.count(key)
            } else {
                crowd.change(rate.shared(by: Self.callersWithoutAddress))
                wait = crowd.count(true)
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
