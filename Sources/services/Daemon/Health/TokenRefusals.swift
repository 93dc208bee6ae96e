import Introspection
import RollcallRPC
import RollcallRPCPolicies
import Synchronization

/// Notices if another service refuses this process's service token, as a service of another
/// deployment does. Reports it in the health of the process.
final class TokenRefusals: ClientInterceptor, ClientCallObserver {
    private let service: String
    private let health: HealthStatus
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(TokenAcceptance())

    /// - Parameter service: the called service, such as `Profile`; its name in the health is
    ///   `rollcall.profile`.
    init(
        by service: String, health: HealthStatus,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.service = service
        self.health = health
        self.clock = clock
        health.set(.good, ofDependency: dependency)
    }

    /// An RPC for anyone does not check the token, so its result shows nothing.
    func begin(_ call: inout ClientCall) -> (any ClientCallObserver)? {
        call.access == .anyone ? nil : self
    }

    func ended(_ error: RPCError?) {
        let now = clock()
        // The health is set while the lock is held, so that it follows the last call.
        state.withLock { setHealth($0.take(error, at: now)) }
    }

    private var dependency: String { "rollcall.\(service.lowercased())" }

    private func setHealth(_ news: TokenAcceptance.News?) {
        switch news {
        case .refused:
            health.set(
                .impaired, ofDependency: dependency,
                because:
                    "\(service) refuses the service token of this process: compare --deployment "
                    + "of both, --auth of \(service), and the two clocks")
        case .accepted: health.set(.good, ofDependency: dependency)
        case nil: break
        }
    }
}
