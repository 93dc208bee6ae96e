import Introspection
import RollcallAPI
import RollcallRPC
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

    private func refusals() throws -> TokenRefusals {
        let answer = answer
        let server = try ScriptedStatus.client {
            if let error = answer.error.withLock({ $0 }) { throw error }
        }
        return TokenRefusals(
            of: server, by: "Profile", health: health, clock: { answer.now.withLock { $0 } })
    }

    private var status: HealthStatus.Dependency? {
        health.report.dependencies["rollcall.profile"]
    }

    @Test func theHealthSaysThatAServiceRefusesTheToken() async throws {
        let client = StatusServiceClient(try refusals())
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

    /// The status after each of some calls, which end so many seconds after the first.
    private func statuses(
        _ outcomes: [(Int64, RPCError?)]
    ) throws -> [HealthStatus.DependencyStatus?] {
        let start = ContinuousClock.now
        let refusals = try refusals()
        return outcomes.map { seconds, error in
            answer.now.withLock { $0 = start + .seconds(seconds) }
            refusals.ended(error)
            return status?.status
        }
    }

    private func refusal(_ code: StatusCode = .unauthenticated) -> RPCError {
        var error = RPCError(code, "no")
        error.isFromServer = true
        return error
    }

    @Test(arguments: [StatusCode.unauthenticated, .permissionDenied])
    func aTokenThatIsRefusedForSomeTimeImpairsTheHealthUntilItIsAccepted(code: StatusCode) throws {
        let error = refusal(code)
        #expect(
            try statuses([(0, error), (2, error), (3, error), (9, error), (10, nil), (11, nil)])
                == [.good, .good, .impaired, .impaired, .good, .good])
    }

    /// The other service fetches new keys within a moment.
    @Test func aTokenThatIsAcceptedSoonChangesNothing() throws {
        #expect(
            try statuses([(0, refusal()), (2, refusal()), (2, nil), (4, refusal()), (5, nil)])
                == [.good, .good, .good, .good, .good])
    }

    @Test func whatIsNotAboutTheTokenChangesNothing() throws {
        let (away, missing) = (RPCError(.unavailable, "away"), refusal(.notFound))
        // Such as of a TLS handshake: no server has looked at the token.
        let local = RPCError(.unauthenticated, "no")
        #expect(
            try statuses([(0, away), (1, local), (4, local), (5, missing), (9, missing)])
                == [.good, .good, .good, .good, .good])
        #expect(
            try statuses([(0, refusal()), (1, away), (3, refusal()), (4, away), (5, missing)])
                == [.good, .good, .impaired, .impaired, .impaired])
    }
}
