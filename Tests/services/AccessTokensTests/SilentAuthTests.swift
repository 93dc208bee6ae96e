import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import AccessTokens

/// The host of Auth is gone, and whatever stands before it neither answers nor closes connections.
@Suite struct SilentAuthTests {
    @Test func anotherConnectionIsOpenAfterFiveSeconds() async throws {
        let issuer = try await Issuer()
        let auth = ScriptedAuth(keys: [issuer.key.publicKey])
        let server = try TestServer(authenticator: SameCaller(.service("test"))) {
            auth.add(to: &$0)
        }
        let endpoint = try await server.server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let balancer = try SwallowingBalancer(before: endpoint)
        let client = NetworkClient(balancer.endpoint, logger: .quiet)
        let verifier = TokenVerifier(auth: client, logger: .quiet)
        let work = Task { await verifier.run() }
        try await eventually { verifier.health == .current }
        balancer.swallow()
        let start = ContinuousClock.now
        try await eventually { auth.cursors.count == 2 }
        // Five of silence, and the first pause.
        #expect(start.duration(to: .now) < .seconds(7))
        try await eventually { verifier.health == .current }
        work.cancel()
        await work.value
        client.close()
        await server.drain()
    }
}
