import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct GetServiceTokenTests {
    @Test func aCredentialIsExchangedForATokenThatNamesTheService() async throws {
        try await withAuth { world in
            let added = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            #expect(added.credential.hasPrefix("rcs1_"))
            for _ in 0..<2 {
                let answer = try await world.serviceToken(added.credential)
                #expect(answer.expiresAtMs == world.clock.now() + 300_000)
                let metadata = try CallOptions.bearer(Tokens(accessToken: answer.token)).metadata
                let context = CallContext(method: "test", metadata: metadata)
                let caller = try await world.auth.runtime.authenticator.authenticate(context)
                #expect(caller == .service("games"))
            }
            let now = world.clock.now()
            world.clock.advance(.seconds(1))
            _ = try await world.serviceToken(added.credential)
            let listed = try await world.asOperator.listServiceCredentials(
                ListServiceCredentialsRequest()
            ).services
            #expect(
                listed == [ServiceSummary(name: "games", createdAtMs: now, lastUsedAtMs: now)])
        }
    }

    @Test func everyTruncationAndBitFlipOfACredentialIsRefused() async throws {
        try await withAuth { world in
            let text = try await world.asOperator.addService(AddServiceRequest(name: "games"))
                .credential
            let bytes = Array(text.utf8)
            for length in 0..<bytes.count {
                let cut = String(decoding: bytes.prefix(length), as: UTF8.self)
                #expect(await world.isRefused(credential: cut))
            }
            for index in bytes.indices {
                var forged = bytes
                forged[index] ^= 1
                #expect(await world.isRefused(credential: String(decoding: forged, as: UTF8.self)))
            }
        }
    }

    @Test func aTokenOfOneKindIsNoneOfAnother() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            let service = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            #expect(await world.isRefused(credential: user.tokens?.refreshToken ?? ""))
            #expect(await world.isRefused(credential: user.tokens?.accessToken ?? ""))
            let error = await failure {
                try await world.client.refresh(RefreshRequest(refreshToken: service.credential))
            }
            #expect(error?.reasons == [.refreshTokenInvalid])
            // The same id with another secret, and another id with the same one.
            let real = try #require(
                OpaqueToken(service.credential, kind: .serviceCredential))
            let guessed = try OpaqueToken(kind: .serviceCredential, id: real.id)
            #expect(await world.isRefused(credential: guessed.text))
            #expect(await world.isRefused(credential: String(repeating: "x", count: 3500)))
        }
    }
}

/// Service tokens for credentials.
extension AuthServer {
    func serviceToken(_ credential: String) async throws
        -> GetServiceTokenResponse
    {
        try await client.getServiceToken(GetServiceTokenRequest(credential: credential))
    }

    func isRefused(credential: String) async -> Bool {
        let error = await failure { try await serviceToken(credential) }
        return error?.code == .unauthenticated && error?.reasons == [.serviceCredentialInvalid]
    }
}
