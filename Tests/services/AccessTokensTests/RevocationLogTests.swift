import InMemoryLogging
import Logging
import MetricsTestKit
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import AccessTokens

/// What is logged of following revocations.
@Suite struct RevocationLogTests {
    /// The services start at the same time, and again at an update.
    @Test func anAuthThatIsNotThereYetIsNoWarningAndOneThatStaysAwayIs() async throws {
        let issuer = try await Issuer()
        let auth = ScriptedAuth(keys: [issuer.key.publicKey])
        var router = Router()
        auth.add(to: &router)
        let server = try Server(
            router: router, authenticator: SameCaller(.service("test")), logger: .quiet)
        let log = InMemoryLogHandler()
        let path = "/tmp/rollcall-\(UInt32.random(in: 0 ... .max)).sock"
        var pace = FollowingPace()
        (pace.firstPause, pace.longestPause) = (.milliseconds(100), .milliseconds(100))
        var configuration = TokenVerifier.Configuration()
        configuration.pace = pace
        let client = NetworkClient(.unix(path: path), logger: .quiet)
        defer { client.close() }
        let verifier = TokenVerifier(
            auth: client, configuration: configuration, clock: issuer.clock.now,
            steadyClock: TestClock().now, metrics: TokenMetrics(factory: TestMetrics()),
            logger: Logger(label: "test") { _ in log })
        let running = Task { await verifier.run() }
        defer { running.cancel() }
        func lines() -> [String] { log.entries.map { "\($0.level) \($0.message)" } }

        try await eventually { !lines().isEmpty }
        _ = try await server.listen(on: .unix(path: path))
        try await eventually { verifier.health == .current }
        let atTheStart = lines()
        #expect(atTheStart.first == "info revocations are not followed")
        #expect(atTheStart.last == "info revocations are followed")
        #expect(!atTheStart.contains { $0.hasPrefix("warning") })
        await server.drain()
        try await eventually { lines().contains("warning revocations are not followed") }
        let later = Array(lines().dropFirst(atTheStart.count))
        #expect(later.first == "info revocations are not followed")
        #expect(later.filter { $0.hasPrefix("warning") }.count == 1)
    }
}
