import OpenIDConnect
import RollcallAPI
import RollcallRPC
import TestIdentityProvider
import TestServers
import TestSupport
import Testing

@testable import Auth

/// Auth that accepts the identities of a provider, whose tokens a test chooses.
struct IdentityWorld: Sendable {
    let server: AuthServer
    let provider: IdentityProviderServer
    let key: TestProviderKey

    private static let key = Result { try TestProviderKey.es256("k1") }

    /// Runs a test with a world of its own.
    static func running(
        _ configure: (inout AuthConfiguration) -> Void = { _ in },
        _ body: (IdentityWorld) async throws -> Void
    ) async throws {
        let key = try key.get()
        try await IdentityProviderServer.serving([key]) { provider in
            try await withAuth { server in
                try await server.stop()
                let world = IdentityWorld(server: server, provider: provider, key: key)
                try await world.start(configure)
                try await body(world)
            }
        }
    }

    /// Starts Auth, which is stopped.
    func start(_ configure: (inout AuthConfiguration) -> Void = { _ in }) async throws {
        let secrets = #"{"mock":{"client_secret":"\#(IdentityProviderServer.secret)"}}"#
        let configuration = try ProviderConfiguration(
            name: "mock", issuer: provider.issuer, clientIDs: [IdentityProviderServer.client],
            credentials: try ProviderCredentials.all(inFile: secrets)["mock"])
        let pages = try LinkBase("https://door.example")
        try await server.start {
            $0.identityProviders = [
                IdentityProvider(
                    configuration, authorities: provider.authorities, clock: server.clock.now)
            ]
            $0.pages = pages
            $0.grantPoll = .seconds(3600)
            configure(&$0)
        }
    }

    var client: IdentityServiceClient { IdentityServiceClient(server.auth.connection) }

    var seconds: Int64 { server.clock.now() / 1000 }

    func begin(_ way: IdentityWay = .unspecified) async throws -> StartIdentityResponse {
        try await client.startIdentity(StartIdentityRequest(provider: "mock", way: way))
    }

    /// A proof of a new attempt.
    ///
    /// - Parameter claims: as JSON, in place of those of a good token.
    func proof(_ claims: [String: String] = [:]) async throws -> IdentityProof {
        let attempt = try await begin()
        return IdentityProof(
            attempt: attempt.attempt,
            proof: .idToken(
                try key.sign(
                    claims: provider.claims(nonce: attempt.nonce, now: seconds, claims))))
    }

    /// Signs in with a new attempt.
    func signIn(
        _ claims: [String: String] = [:], name: String = ""
    ) async throws -> SignInWithIdentityResponse {
        try await signIn(by: proof(claims), name: name)
    }

    func signIn(
        by proof: IdentityProof, name: String = "", device: String = ""
    ) async throws -> SignInWithIdentityResponse {
        try await client.signInWithIdentity(
            SignInWithIdentityRequest(
                proof: proof, deviceLabel: "Anna's phone", deviceToken: device, displayName: name))
    }

    func identities(_ tokens: Tokens?) async throws -> [Identity] {
        try await client.listIdentities(ListIdentitiesRequest(), options: .bearer(tokens))
            .identities
    }

    func link(
        _ claims: [String: String] = [:], to tokens: Tokens?, password: String? = "correct horse"
    ) async throws -> Identity? {
        let request = LinkIdentityRequest(
            proof: password.map { Reauthentication(proof: .password($0)) },
            identity: try await proof(claims))
        return try await client.linkIdentity(request, options: .bearer(tokens)).identity
    }

    func unlink(
        from tokens: Tokens?, subject: String = "", password: String? = "correct horse"
    ) async throws {
        _ = try await client.unlinkIdentity(
            UnlinkIdentityRequest(
                proof: password.map { Reauthentication(proof: .password($0)) }, provider: "mock",
                subject: subject), options: .bearer(tokens))
    }

    func goOn(
        _ pending: PendingSignIn?, _ step: ContinueSignInRequest.Step
    ) async throws -> ContinueSignInResponse {
        try await server.client.continueSignIn(
            ContinueSignInRequest(token: pending?.token ?? "", step: step))
    }
}
