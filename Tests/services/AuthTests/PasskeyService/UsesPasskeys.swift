import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestServers
import Testing
import WebAuthn

@testable import Auth

/// What the tests of passkeys do.
protocol UsesPasskeys {}

extension UsesPasskeys {
    /// Auth with passkeys of `localhost`, and Anna, whose address is verified.
    func withPasskeys(
        _ configure: @escaping @Sendable (inout AuthConfiguration) -> Void = { _ in },
        _ body: (AuthServer, Tokens?) async throws -> Void
    ) async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start {
                $0.relyingParty = RelyingParty(id: "localhost", origins: ["http://localhost:8080"])
                configure(&$0)
            }
            try await body(world, world.verifiedAnna())
        }
    }
}

extension AuthServer {
    var passkeys: PasskeyServiceClient { PasskeyServiceClient(auth.connection) }

    func startRegistration(
        _ tokens: Tokens?, proof: Reauthentication? = .password("correct horse")
    ) async throws -> StartPasskeyRegistrationResponse {
        try await passkeys.startPasskeyRegistration(
            StartPasskeyRegistrationRequest(proof: proof), options: .bearer(tokens))
    }

    @discardableResult
    func register(
        _ authenticator: TestAuthenticator, _ tokens: Tokens?, label: String = "Anna's key"
    ) async throws -> RollcallAPI.Passkey? {
        let start = try await startRegistration(tokens)
        let answer = authenticator.registration(start.challenge)
        return try await passkeys.finishPasskeyRegistration(
            FinishPasskeyRegistrationRequest(
                attempt: start.attempt, clientDataJson: answer.clientDataJSON,
                attestationObject: answer.attestationObject, label: label),
            options: .bearer(tokens)
        ).passkey
    }

    /// What an authenticator answers to a challenge that was just given out.
    func assertion(
        _ authenticator: inout TestAuthenticator, pending: String = ""
    ) async throws -> PasskeyAssertion {
        let start = try await passkeys.startPasskeySignIn(
            StartPasskeySignInRequest(pendingToken: pending))
        return try authenticator.assertion(start)
    }

    @discardableResult
    func signIn(
        with authenticator: inout TestAuthenticator, deviceToken: String = ""
    ) async throws -> SignInWithPasskeyResponse {
        try await passkeys.signInWithPasskey(
            SignInWithPasskeyRequest(
                assertion: assertion(&authenticator), deviceLabel: "Anna's laptop",
                deviceToken: deviceToken))
    }
}

extension TestAuthenticator {
    mutating func assertion(_ start: StartPasskeySignInResponse) throws -> PasskeyAssertion {
        let answer = try assertion(start.challenge)
        return PasskeyAssertion(
            attempt: start.attempt, credentialID: credentialID,
            clientDataJson: answer.clientDataJSON, authenticatorData: answer.authenticatorData,
            signature: answer.signature)
    }
}
