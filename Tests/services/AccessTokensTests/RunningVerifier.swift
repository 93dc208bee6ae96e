import Logging
import MetricsTestKit
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import AccessTokens

/// A verifier that runs, and the Auth that it follows over a real connection. Time passes when the
/// test says so, except for pauses.
struct RunningVerifier: Sendable {
    let issuer: Issuer
    let auth: ScriptedAuth
    let verifier: TokenVerifier
    /// The clock that nobody sets.
    let steady: TestClock
    let heard = Heard()
    let metrics: TestMetrics
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    /// What the verifier's owner was told.
    final class Heard: Sendable {
        let health = Mutex<[TokenVerifier.Health]>([])
        let ended = Mutex<[EndedSessions]>([])
    }

    fileprivate init(_ pace: FollowingPace, _ logger: Logger) async throws {
        let (issuer, steady) = (try await Issuer(), TestClock())
        let auth = ScriptedAuth(keys: [issuer.key.publicKey])
        let metrics = TestMetrics()
        let server = try TestServer(authenticator: SameCaller(.service("test"))) {
            auth.add(to: &$0)
        }
        var configuration = TokenVerifier.Configuration()
        configuration.pace = pace
        verifier = TokenVerifier(
            auth: server.connection, configuration: configuration, clock: issuer.clock.now,
            steadyClock: steady.now, metrics: TokenMetrics(factory: metrics), logger: logger)
        (self.issuer, self.auth, self.steady, self.metrics) = (issuer, auth, steady, metrics)
    }

    func session() throws -> UUIDv7 { try ids.next() }

    /// A genuine token.
    func token(of session: UUIDv7, epoch: UInt64? = 1) async throws -> String {
        var claims = ["sid": "\"\(session)\""]
        claims["ep"] = epoch.map { "\"\(AccessTokenClaims.text(ofEpoch: $0))\"" }
        return try await issuer.sign(claims: issuer.claims(claims))
    }

    /// How a token is refused; `nil` if it is not.
    func refusal(of token: String) async throws -> (StatusCode, [Reason])? {
        do {
            _ = try await verifier.verify(token)
            return nil
        } catch let error as RPCError {
            return (error.code, error.reasons)
        }
    }

    func isTaken(_ token: String) async throws -> Bool { try await refusal(of: token) == nil }

    func isCurrent() async throws {
        try await eventually { verifier.health == .current }
    }
}

/// Runs `body` with a verifier, which follows by the time that it begins.
func withVerifier(
    _ pace: FollowingPace = .quick, auth conduct: ScriptedAuth.Conduct = .follows,
    logger: Logger = .quiet, _ body: (RunningVerifier) async throws -> Void
) async throws {
    let world = try await RunningVerifier(pace, logger)
    world.auth.set(conduct)
    let heard = world.heard
    let work = Task {
        await world.verifier.run(
            onRevoked: { ended in heard.ended.withLock { $0.append(ended) } },
            onHealthChange: { health in heard.health.withLock { $0.append(health) } })
    }
    defer { work.cancel() }
    if case .follows = conduct { try await world.isCurrent() }
    try await body(world)
    work.cancel()
    await work.value
}

extension FollowingPace {
    /// With pauses that a test can wait for.
    static var quick: FollowingPace {
        var pace = FollowingPace()
        pace.firstPause = .milliseconds(2)
        pace.longestPause = .milliseconds(10)
        pace.reportInterval = .milliseconds(5)
        return pace
    }
}
