import Foundation
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestIdentityProvider
import Testing

/// What a resident signs in with besides the password.
extension Resident {
    /// The name of the provider that `MutationBatch.cluster` is configured for.
    static let provider = "elsewhere"

    var identities: IdentityServiceClient { IdentityServiceClient(client) }
    var passkeys: PasskeyServiceClient { PasskeyServiceClient(client) }

    /// Whether a call was done, not refused for what it finds.
    func isDone(_ call: () async throws -> Void) async throws -> Bool {
        do {
            return try await isTaken(call)
        } catch let error as RPCError
            where [.failedPrecondition, .alreadyExists].contains(error.code)
        {
            return false
        }
    }

    /// Checks a proof that opens a session: once in sum.
    func expectOpened(_ tokens: Tokens?, _ use: () async throws -> Bool) async throws {
        if let tokens {
            let isThere = try await goesOn(tokens)
            #expect(isThere, "a session is gone that was opened")
        }
        let sessions = try await auth.listSessions(ListSessionsRequest(), options: options())
            .sessions
        try await expectOnce(
            isAcknowledged: tokens != nil, isUsed: sessions.count == 3, use)
        try await expectSessions()
    }
}

/// Identities.
extension Resident {
    func identityProof(_ subject: String) async throws -> IdentityProof {
        let attempt = try await identities.startIdentity(
            StartIdentityRequest(provider: Self.provider))
        let token = try await ProviderOfTests.shared.value.token(of: subject, nonce: attempt.nonce)
        return IdentityProof(attempt: attempt.attempt, proof: .idToken(token))
    }

    func identityCount() async throws -> Int {
        try await identities.listIdentities(ListIdentitiesRequest(), options: options())
            .identities.count
    }
}

/// Passkeys.
extension Resident {
    static func newPasskey() throws -> TestAuthenticator {
        var passkey = try TestAuthenticator()
        (passkey.relyingParty, passkey.origin) = ("example.org", "https://example.org")
        return passkey
    }

    func registration(
        of passkey: inout TestAuthenticator
    ) async throws -> FinishPasskeyRegistrationRequest {
        let start = try await passkeys.startPasskeyRegistration(
            StartPasskeyRegistrationRequest(proof: .password(password)), options: options())
        let made = passkey.registration(start.challenge)
        return FinishPasskeyRegistrationRequest(
            attempt: start.attempt, clientDataJson: made.clientDataJSON,
            attestationObject: made.attestationObject, label: "Phone")
    }

    func registered() async throws -> TestAuthenticator {
        var passkey = try Self.newPasskey()
        let request = try await registration(of: &passkey)
        _ = try await passkeys.finishPasskeyRegistration(request, options: options())
        return passkey
    }

    func assertion(of passkey: inout TestAuthenticator) async throws -> PasskeyAssertion {
        let start = try await passkeys.startPasskeySignIn(StartPasskeySignInRequest())
        let made = try passkey.assertion(start.challenge)
        return PasskeyAssertion(
            attempt: start.attempt, credentialID: passkey.credentialID,
            clientDataJson: made.clientDataJSON, authenticatorData: made.authenticatorData,
            signature: made.signature)
    }

    func signsIn(_ assertion: PasskeyAssertion) async throws -> Bool {
        try await isTaken {
            _ = try await passkeys.signInWithPasskey(
                SignInWithPasskeyRequest(assertion: assertion))
        }
    }

    func passkeyCount() async throws -> Int {
        try await passkeys.listPasskeys(ListPasskeysRequest(), options: options()).passkeys.count
    }
}

/// An identity provider for as long as the tests run.
struct ProviderOfTests: Sendable {
    let server: IdentityProviderServer
    private let key: TestProviderKey

    static let shared = Task {
        let key = try TestProviderKey.es256("key-1")
        return try await withCheckedThrowingContinuation { started in
            Task {
                try await IdentityProviderServer.serving([key]) { server in
                    started.resume(returning: ProviderOfTests(server: server, key: key))
                    while true { try await Task.sleep(for: .seconds(3600)) }
                }
            }
        }
    }

    /// What Auth is started with.
    var options: [String] {
        [
            "--identity-issuer", "\(Resident.provider)=\(server.issuer)",
            "--identity-client", "\(Resident.provider)=\(IdentityProviderServer.client)",
            "--identity-ca", server.authorities,
        ]
    }

    func token(of subject: String, nonce: String) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        return try key.sign(
            claims: server.claims(
                nonce: nonce, now: now,
                ["sub": "\"\(subject)\"", "email": "", "email_verified": "", "name": ""]))
    }
}
