import Introspection
import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import Synchronization
import Testing

@testable import Daemon

struct TokenRefusalsTests {
    private let health = HealthStatus()
    private let answer = Answer()

    /// What the other service answers, and the time.
    private final class Answer: Sendable {
        let error = Mutex<RPCError?>(nil)
        let now = Mutex(ContinuousClock.now)

        func advance() { now.withLock { $0 += .seconds(5) } }
    }

    private func client() throws -> StatusServiceClient {
        let answer = answer
        let server = try ScriptedStatus.client {
            if let error = answer.error.withLock({ $0 }) { throw error }
        }
        let refusals = TokenRefusals(
            by: "Profile", health: health,
            clock: { answer.now.withLock { $0 } })
        return StatusServiceClient(server.intercepted(by: refusals))
    }

    private var status: HealthStatus.Dependency? {
        health.report.dependencies["rollcall.profile"]
    }

    @Test func theHealthSaysThatAServiceRefusesTheToken() async throws {
        let client = try client()
        #expect(status?.status == .good)
        answer.error.withLock { $0 = RPCError(.unauthenticated, "not of this deployment") }
        for _ in 0..<3 {
            _ = try? await client.getResources(.init())
            answer.advance()
        }
        #expect(status?.status == .impaired)
        #expect(status?.sentence.contains("compare --deployment") == true)

        answer.error.withLock { $0 = nil }
        // Anyone may make this call: the token was not looked at.
        _ = try await client.getStatus(.init())
        #expect(status?.status == .impaired)
        _ = try await client.getResources(.init())
        #expect(status?.status == .good)
    }
}
