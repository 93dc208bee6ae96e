import Introspection
import RollcallRPC
import RollcallRPCPolicies
import Synchronization

/// Notices if another service refuses this process's service token, as a service of another
/// deployment does. Reports it in the health of the process.
final class TokenRefusals: ClientInterceptor, ClientCallObserver {
    /// How long the token is refused before the health says so: the other service may not have the
    /// key yet that the token was signed with.
    private static let patience = Duration.seconds(3)
    private static let refusals: Set<StatusCode> = [.unauthenticated, .permissionDenied]

    private let service: String
    private let health: HealthStatus
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// When the service began to refuse the token; nil while it accepts the token.
    private let refusedSince = Mutex<ContinuousClock.Instant?>(nil)

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

    /// - Parameter error: of a call that did not reach the service, or of one that has nothing to
    ///   do with the token, says nothing.
    func ended(_ error: RPCError?) {
        let now = clock()
        // The health is set while the lock is held, so that it follows the last call.
        refusedSince.withLock { since in
            guard let error else {
                if since != nil { health.set(.good, ofDependency: dependency) }
                since = nil
                return
            }
            guard error.isFromServer, Self.refusals.contains(error.code) else { return }
            let start = since ?? now
            since = start
            guard start.duration(to: now) >= Self.patience else { return }
            health.set(
                .impaired, ofDependency: dependency,
                because:
                    "\(service) refuses the service token of this process: compare --deployment "
                    + "of both, --auth of \(service), and the two clocks")
        }
    }

    private var dependency: String { "rollcall.\(service.lowercased())" }
}
