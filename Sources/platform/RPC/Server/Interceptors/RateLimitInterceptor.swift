import Synchronization

/// Refuses calls that a caller makes more often than the contract allows (`Method.limit`), with
/// `resourceExhausted` and the time to wait.
///
/// A signed-in user counts by account where the RPC is for users, and everybody else by address (an
/// IPv4 address, a /64 of IPv6). Services and the operator are not limited.
public struct RateLimitInterceptor: ServerInterceptor {
    /// Callers without an address share a limit of the size of this many.
    static let callersWithoutAddress: Int64 = 20

    private let rates: Rates
    private let refusal: @Sendable (Duration) -> RPCError

    /// - Parameters:
    ///   - changed: rates in place of the contract's, by the names of limits.
    ///   - refusal: the error for a caller who has to wait.
    public init(
        changed: [String: RateLimit] = [:],
        refusal: @escaping @Sendable (Duration) -> RPCError = RPCError.tooOften
    ) {
        rates = Rates(changed)
        self.refusal = refusal
    }

    /// Counts by other rates from now on, as the initialiser has them.
    package func change(_ changed: [String: RateLimit]) { rates.change(changed) }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        guard let limit = rpc.limit, let usual = limit.rate else { return nil }
        let limiter = RateLimiter<PeerKey>(usual)
        let crowd = RateLimiter<Bool>(usual)
        rates.follow { changed in
            let rate = changed[limit.name] ?? usual
            limiter.change(rate)
            crowd.change(rate.shared(by: Self.callersWithoutAddress))
        }
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

/// The rates that are not the contract's, and what follows them.
private final class Rates: Sendable {
    typealias Follower = @Sendable ([String: RateLimit]) -> Void

    private let state: Mutex<(changed: [String: RateLimit], followers: [Follower])>

    init(_ changed: [String: RateLimit]) {
        state = Mutex((changed, []))
    }

    func follow(_ follower: @escaping Follower) {
        state.withLock {
            $0.followers.append(follower)
            follower($0.changed)
        }
    }

    func change(_ changed: [String: RateLimit]) {
        state.withLock {
            $0.changed = changed
            for follower in $0.followers { follower(changed) }
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
