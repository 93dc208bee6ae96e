import RollcallAPI
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct ResetTimingTests {
    /// What is done for an address that somebody has is done after the answer.
    @Test func theTimeOfARequestTellsNothing() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.answerQuantum = .milliseconds(20) }
            _ = try await world.client.signUp(.anna(email: "known@example.com"))
            _ = try await world.client.signUp(
                .anna(email: "disabled@example.com", name: "disabled"))
            try await world.auth.store.run(
                Command<Int64>(
                    "UPDATE account SET disabledUntilMs = $1 WHERE email LIKE 'disabled@%'"), .max)
            let bob = SignUpRequest.anna(email: "bob@example.com", name: "bob")
            let device = try await world.client.signUp(bob).deviceToken
            let account = world.auth.runtime.account
            for token in ["", device] {
                let settle = { _ = try? await world.settleResets() }
                let classes = ["known", "unknown", "disabled"]
                let telling = await AnswerTimes.telling(classes, after: settle) { name in
                    let error = await failure {
                        try await account.requestPasswordReset(
                            RequestPasswordResetRequest(
                                email: "\(name)@example.com", deviceToken: token),
                            context: CallContext(method: ""))
                    }
                    #expect(error == nil)
                }
                #expect(telling.isEmpty)
            }
        }
    }
}
