import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ResetTimingTests {
    /// What is done for an address that somebody has is done after the answer.
    @Test func theTimeOfARequestTellsNothing() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.answerQuantum = .milliseconds(20) }
            let known = try await world.newUser("known")
            try await world.verifyAllAddresses()
            try await world.addAddress("second@example.com", to: known.id)
            let disabled = try await world.newUser("disabled")
            _ = try await world.asOperator.disableUser(
                DisableUserRequest(user: .id(disabled.id)))
            try await world.removePassword(of: world.newUser("nopassword").id)
            try await world.removeAddresses(of: world.newUser("noaddress").id)
            let bob = SignUpRequest.anna(email: "bob@example.com", name: "bob")
            let device = try await world.client.signUp(bob).deviceToken
            let account = world.auth.runtime.account
            for token in ["", device] {
                let settle = { _ = try? await world.settleResets() }
                let classes = [
                    "known", "unknown", "disabled", "second", "nopassword", "noaddress",
                ]
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
