import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ResponsePaddingTests {
    @Test(arguments: [(0.001, 128), (20.7, 128), (32, 128), (32.1, 256), (59, 256), (400, 2048)])
    func theQuantumIsSeveralHashesLong(cost: Double, quantum: Int) {
        #expect(
            ResponsePadding(hashCost: .milliseconds(cost)).quantum == .milliseconds(quantum))
    }

    @Test(arguments: [(0.5, 128), (2, 128), (3, 256), (100, 8192)])
    func aHashThatCostsMoreFitsTwice(dearest: Double, quantum: Int) {
        let padding = ResponsePadding(hashCost: .milliseconds(32), dearest: dearest)
        #expect(padding == ResponsePadding(quantum: .milliseconds(quantum)))
    }

    /// Otherwise the time would reveal accounts that were made while hashes cost more.
    @Test func itIsAsLongAsTheDearestHashOfAnyAccount() async throws {
        try await withAuth { world in
            // Nobody was there while they cost most.
            for kibibytes in [65_536, 32_768, 8] {
                try await world.stop()
                try await world.start(hasher: .cheap(kibibytes: kibibytes)) {
                    $0.answerQuantum = nil
                }
                if kibibytes == 32_768 { _ = try await world.client.signUp(.anna()) }
            }
            let parts = world.auth.runtime
            #expect(
                parts.verifier.padding
                    == ResponsePadding(hashCost: parts.hasher.cost, dearest: 4096))
            let known = try await world.auth.store.note(parts.hasher.parameters)
            #expect(known.map(\.work).sorted() == [8, 32_768])
        }
    }

    @Test(arguments: [(0, 0), (1, 99), (99, 1), (100, 0), (101, 99), (250, 50)])
    func anAnswerLeavesAtTheNextMultiple(elapsed: Int, pause: Int) {
        let padding = ResponsePadding(quantum: .milliseconds(100))
        #expect(padding.pause(after: .milliseconds(elapsed)) == .milliseconds(pause))
    }

    private func signIn(
        _ world: AuthServer, _ password: String
    ) async -> (time: Duration, error: RPCError?) {
        var error: RPCError?
        let time = await ContinuousClock().measure {
            error = await failure {
                try await world.auth.runtime.handler.signIn(
                    SignInRequest(email: "anna@example.com", password: password),
                    context: CallContext(method: ""))
            }
        }
        return (time, error)
    }

    @Test func aWrongPasswordIsAnsweredAtAMultipleAndARightOneAtOnce() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.stop()
            try await world.start { $0.answerQuantum = .milliseconds(200) }
            let (wrong, error) = await signIn(world, "wrong")
            #expect(error?.reasons == [.wrongCredentials])
            #expect(wrong >= .milliseconds(200))
            let (right, none) = await signIn(world, "correct horse")
            #expect(none == nil)
            #expect(right < .milliseconds(200))
        }
    }

    @Test func whoWaitsForItsAnswerHoldsNoLane() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.answerQuantum = .milliseconds(200) }
            let time = await ContinuousClock().measure {
                await withTaskGroup { group in
                    for _ in 0..<20 { group.addTask { _ = await signIn(world, "wrong") } }
                }
            }
            #expect(time < .milliseconds(1000))
        }
    }
}
