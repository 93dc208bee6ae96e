import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct GetServiceTokenTests {
    private func token(_ world: AuthServer, _ credential: String) async throws
        -> GetServiceTokenResponse
    {
        try await world.client.getServiceToken(GetServiceTokenRequest(credential: credential))
    }

    private func isRefused(_ world: AuthServer, _ credential: String) async -> Bool {
        let error = await failure { try await token(world, credential) }
        return error?.code == .unauthenticated && error?.reasons == [.serviceCredentialInvalid]
    }

    @Test func aCredentialIsExchangedForATokenThatNamesTheService() async throws {
        try await withAuth { world in
            let added = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            #expect(added.credential.hasPrefix("rcs1_"))
            for _ in 0..<2 {
                let answer = try await token(world, added.credential)
                #expect(answer.expiresAtMs == world.clock.now() + 300_000)
                let metadata = try CallOptions.bearer(Tokens(accessToken: answer.token)).metadata
                let context = CallContext(method: "test", metadata: metadata)
                let caller = try await world.auth.runtime.authenticator.authenticate(context)
                #expect(caller == .service("games"))
            }
            let now = world.clock.now()
            world.clock.advance(.seconds(1))
            _ = try await token(world, added.credential)
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
                #expect(await isRefused(world, cut))
            }
            for index in bytes.indices {
                var forged = bytes
                forged[index] ^= 1
                #expect(await isRefused(world, String(decoding: forged, as: UTF8.self)))
            }
        }
    }

    @Test func aTokenOfOneKindIsNoneOfAnother() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            let service = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            #expect(await isRefused(world, user.tokens?.refreshToken ?? ""))
            #expect(await isRefused(world, user.tokens?.accessToken ?? ""))
            let error = await failure {
                try await world.client.refresh(RefreshRequest(refreshToken: service.credential))
            }
            #expect(error?.reasons == [.refreshTokenInvalid])
            // The same id with another secret, and another id with the same one.
            let real = try #require(
                OpaqueToken(service.credential, kind: .serviceCredential))
            let guessed = try OpaqueToken(kind: .serviceCredential, id: real.id)
            #expect(await isRefused(world, guessed.text))
            #expect(await isRefused(world, String(repeating: "x", count: 3500)))
        }
    }

    @Test func whoeverWasRemovedGetsNoTokenAndTheNameIsFree() async throws {
        try await withAuth { world in
            let admin = world.asOperator
            let old = try await admin.addService(AddServiceRequest(name: "games")).credential
            let oldToken = try await token(world, old).token
            _ = try await admin.removeService(RemoveServiceRequest(name: "games"))
            let metadata = try CallOptions.bearer(Tokens(accessToken: oldToken)).metadata
            let refusal = await failure {
                try await world.auth.runtime.authenticator.authenticate(
                    CallContext(method: "test", metadata: metadata))
            }
            #expect(refusal?.reasons == [.accessTokenInvalid])
            #expect(await isRefused(world, old))
            let again = await failure {
                try await admin.removeService(RemoveServiceRequest(name: "games"))
            }
            #expect(again?.code == .notFound && again?.reasons == [.serviceNotFound])
            let new = try await admin.addService(AddServiceRequest(name: "games")).credential
            #expect(await isRefused(world, old))
            _ = try await token(world, new)
        }
    }
}

@Suite struct AddServiceTests {
    @Test(arguments: ["auth", "local"])
    func theNamesOfOthersAreTaken(name: String) async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.addService(AddServiceRequest(name: name))
            }
            #expect(error?.code == .alreadyExists && error?.reasons == [.serviceNameTaken])
        }
    }

    @Test func aNameIsForOneService() async throws {
        try await withAuth { world in
            _ = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            let error = await failure {
                try await world.asOperator.addService(AddServiceRequest(name: "games"))
            }
            #expect(error?.code == .alreadyExists && error?.reasons == [.serviceNameTaken])
        }
    }

    /// The answer of before may have been lost, with the credential.
    @Test func aServiceGetsAnotherCredentialInPlaceOfItsOwn() async throws {
        try await withAuth { world in
            let request = AddServiceRequest(name: "games", replaces: true)
            let lost = try await world.asOperator.addService(request).credential
            _ = try await world.asOperator.addService(AddServiceRequest(name: "mail"))
            let kept = try await world.asOperator.addService(request).credential
            let error = await failure {
                try await world.client.getServiceToken(GetServiceTokenRequest(credential: lost))
            }
            #expect(error?.reasons == [.serviceCredentialInvalid])
            _ = try await world.client.getServiceToken(GetServiceTokenRequest(credential: kept))
            let listed = try await world.asOperator.listServiceCredentials(
                ListServiceCredentialsRequest())
            #expect(listed.services.map(\.name) == ["games", "mail"])
        }
    }

    @Test(arguments: [
        "", "Games", "ga mes", "gämes", "a/b", String(repeating: "a", count: 33),
    ])
    func whatIsNoNameIsRefused(name: String) async throws {
        #expect(ServiceName(name) == nil)
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.addService(AddServiceRequest(name: name))
            }
            #expect(error?.code == .invalidArgument && error?.reasons == [.fieldMalformed])
        }
    }

    @Test(arguments: ["a", "my-games-2", String(repeating: "z", count: 32)])
    func whatIsANameIsTaken(name: String) {
        #expect(ServiceName(name)?.description == name)
    }
}
