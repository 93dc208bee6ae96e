import Foundation
import Testing

@testable import RollcallApp

/// What an `ASWebAuthenticationSession` ends with.
struct IdentityProofTests {
    private var attempt: IdentityAttempt {
        var attempt = IdentityAttempt()
        (attempt.attempt, attempt.state) = ("attempt", "state-1")
        return attempt
    }

    private func proof(
        _ url: String, of attempt: IdentityAttempt
    ) throws(RollcallError) -> IdentityProof {
        guard let url = URL(string: url) else { throw .malformed(url) }
        return try .callback(url, of: attempt)
    }

    @Test func theCodeOfTheCallbackBelongsToTheAttempt() throws {
        let proof = try proof("com.example.app:/google?code=a%2Fb%3D&state=state-1", of: attempt)
        #expect(proof.attempt == "attempt")
        guard case .code("a/b=")? = proof.proof else {
            Issue.record("another proof")
            return
        }
    }

    @Test(arguments: [
        "app:/google?code=c&state=state-2", "app:/google?code=c", "app:/google?state=state-1",
        "app:/google", "app:/google?code=&state=state-1", "app:/google?error=server_error",
        "app:/google#code=c&state=state-1",
    ])
    func aCallbackOfAnotherAttemptIsRefused(_ url: String) {
        let error = #expect(throws: RollcallError.self) { try proof(url, of: attempt) }
        #expect(error?.reasons == [.attemptExpired] && error?.origin == .app)
    }

    @Test func anAttemptWithoutAStateAcceptsNoCallback() {
        let error = #expect(throws: RollcallError.self) {
            try proof("app:/google?code=c&state=", of: IdentityAttempt())
        }
        #expect(error?.reasons == [.attemptExpired])
    }

    @Test(arguments: ["access_denied", "user_cancelled_authorize"])
    func aUserWhoCancelsIsNoError(_ word: String) {
        let error = #expect(throws: RollcallError.self) {
            try proof("app:/apple?error=\(word)&state=state-1", of: attempt)
        }
        #expect(error?.code == .canceled)
    }
}
