import Introspection
import RollcallRPC
import Synchronization

/// Makes the calls of another client, and notices if the service refuses this process's service
/// token, as a service of another deployment does. Reports it in the health of the process.
final class TokenRefusals: RPCClient {
    /// How long the token is refused before the health says so: the other service may not have the
    /// key yet that the token was signed with.
    private static let patience = Duration.seconds(3)
    private static let refusals: Set<StatusCode> = [.unauthenticated, .permissionDenied]

    private let base: any RPCClient
    private let service: String
    private let health: HealthStatus
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// When the service began to refuse the token; nil while it accepts the token.
    private let refusedSince = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameter service: the called service, such as `Profile`; its name in the health is
    ///   `rollcall.profile`.
    init(
        of base: any RPCClient, by service: String, health: HealthStatus,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.base = base
        self.service = service
        self.health = health
        self.clock = clock
        health.set(.good, ofDependency: dependency)
    }

    /// An RPC for anyone does not check the token, so its result shows nothing.
    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        do {
            let response = try await base.unary(method, request, options)
            if method.access != .anyone { ended(nil) }
            return response
        } catch let error as RPCError {
            if method.access != .anyone { ended(error) }
            throw error
        }
    }

    /// Not looked at: the process probes its token by a unary call.
    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await base.open(method, request, options)
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
