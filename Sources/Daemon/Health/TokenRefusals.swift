import Introspection
import Logging
import RollcallRPC
import RollcallRPCPolicies
import Synchronization

/// Notices if another service refuses this process's service token, as a service of another deployment
/// does. Reports it in the health of the process and in the log.
final class TokenRefusals: ClientInterceptor, ClientCallObserver {
    private let service: String
    private let health: HealthStatus
    private let logger: Logger
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(TokenAcceptance())

    /// - Parameter service: the called service, such as `Profile`; its name in the health is
    ///   `rollcall.profile`.
    init(
        by service: String, health: HealthStatus, logger: Logger,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.service = service
        self.health = health
        self.logger = logger
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
        let news = state.withLock { state in
            let news = state.take(error, at: now)
            setHealth(news)
            return news
        }
        log(news, error)
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

    private func log(_ news: TokenAcceptance.News?, _ error: RPCError?) {
        switch news {
        case .refused:
            logger.error(
                """
                a service refuses the service token of this process: compare --deployment of both, \
                --auth of the service, and the two clocks
                """,
                metadata: ["peer.service": "\(service)", "error": "\(error?.description ?? "")"])
        case .accepted:
            logger.notice(
                "a service accepts the service token of this process again",
                metadata: ["peer.service": "\(service)"])
        case nil: break
        }
    }
}
