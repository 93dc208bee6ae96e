import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SignInByNameTests {
    private static let right = "correct horse"

    private func byName(_ name: String, _ password: String = right) -> SignInRequest {
        SignInRequest(password: password, displayName: name)
    }

    private func byEmail(_ email: String, _ password: String = right) -> SignInRequest {
        SignInRequest(email: email, password: password)
    }

    private func signIn(_ world: AuthServer, _ request: SignInRequest) async -> RPCError? {
        await failure {
            try await world.auth.runtime.handler.signIn(
                request, context: CallContext(method: ""))
        }
    }

    @Test func aDisplayNameIsAsGoodAsTheAddress() async throws {
        try await withAuth { world in
            let account = try await world.client.signUp(.anna())
            try await world.auth.settle()
            for name in ["anna", "ANNA"] {
                let response = try await world.client.signIn(byName(name))
                #expect(response.session?.userID == account.session?.userID)
            }
        }
    }

    /// The account exists, though Profile was not told of it yet.
    @Test func theNameOfAnAccountSignsInBeforeProfileIsTold() async throws {
        try await withAuth { world in
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "away") }
            }
            let account = try await world.client.signUp(.anna())
            #expect(try await world.profile.names(held: true).count == 1)
            let response = try await world.client.signIn(byName("anna"))
            #expect(response.session?.userID == account.session?.userID)
            #expect(await signIn(world, byName("anna", "wrong"))?.reasons == [.wrongCredentials])
            // A name that is only held has no account.
            let id = try world.auth.runtime.ids.next()
            try await world.auth.runtime.peers.names.hold(
                "berta", for: id, call: CallContext(method: ""))
            #expect(await signIn(world, byName("berta"))?.reasons == [.wrongCredentials])
            // The user's own call tells Profile, and what Auth says later changes nothing.
            try await world.rename(to: "clara", account.tokens)
            world.profile.setFault(nil)
            try await world.auth.settle()
            #expect(try await world.profile.names(held: false).values.sorted() == ["clara"])
            #expect(try await world.client.signIn(byName("clara")).session != nil)
        }
    }

    @Test func everyFailureIsAlike() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.auth.settle()
            let failing = [
                byEmail("anna@example.com", "wrong"), byName("anna", "wrong"), byName("nobody"),
                byName("no name!"), byName("anna@example.com"), byName("name:anna"),
                byName(String(repeating: "x", count: 7500)), byName("", "wrong"),
            ]
            var errors: Set<String> = []
            for request in failing {
                let error = await failure { try await world.client.signIn(request) }
                #expect(error?.reasons == [.wrongCredentials])
                errors.insert("\(error.debugDescription) \(error?.details ?? [])")
            }
            #expect(errors.count == 1)
        }
    }

    @Test func aNameAndItsAddressShareOneBucket() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.auth.settle()
            try await world.stop()
            try await world.start { $0.limits[.account] = LimitPolicy(4, per: 900) }
            for request in [
                byEmail("Anna@Example.com", "wrong"), byName("anna", "wrong"),
                byEmail("anna@example.com", "wrong"), byName("ANNA", "wrong"),
            ] {
                #expect(await signIn(world, request)?.reasons == [.wrongCredentials])
            }
            for request in [byName("anna"), byEmail("anna@example.com")] {
                #expect(await signIn(world, request)?.reasons == [.wrongCredentials])
            }
            // A name that nobody has is locked as well, in all of its spellings.
            let unit = try world.auth.runtime.limits.permit(
                .account, of: .login("name:nobody"))
            for name in ["nobody", "NoBody", "nobody "] { _ = await signIn(world, byName(name)) }
            #expect(await world.auth.runtime.limits.take([unit]) == nil)
            #expect(await world.auth.runtime.limits.take([unit]) != nil)
        }
    }

    @Test func anAddressAndANameAtOnceAreRefused() async throws {
        try await withAuth { world in
            let error = await signIn(
                world, SignInRequest(email: "a@b.c", password: "x", displayName: "anna"))
            #expect(error?.code == .invalidArgument)
            #expect(error?.reasons == [.fieldMalformed])
        }
    }

    @Test func withoutProfileNamesAreUnavailableAndAddressesAreNot() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.auth.settle()
            try await world.stop()
            try await world.start { $0.limits[.address] = LimitPolicy(1, per: 900) }
            world.profile.setFault { _, _ in throw RPCError(.internal, "broken") }
            for name in ["anna", "nobody", "anna"] {
                let error = await signIn(world, byName(name, "wrong"))
                #expect(error?.code == .unavailable)
            }
            #expect(await signIn(world, byEmail("anna@example.com")) == nil)
        }
    }

    @Test func theOwnerIsToldOfANewDeviceAndOfNoOther() async throws {
        try await withAuth { world in
            var request = byEmail("anna@example.com")
            request.deviceToken = try await world.client.signUp(.anna()).deviceToken
            var stranger = request
            stranger.deviceToken = ""
            _ = try await world.client.signIn(stranger)
            // Nobody has proved that the address is the owner's.
            #expect(try await world.auth.count("mail", where: "kind = 'newDevice'") == 0)
            try await world.verifyAllAddresses()
            _ = try await world.client.signIn(request)
            #expect(try await world.auth.count("mail", where: "kind = 'newDevice'") == 0)
            request.deviceToken = ""
            request.deviceLabel = "Stranger's laptop"
            _ = try await world.client.signIn(request)
            let told = "kind = 'newDevice' AND recipient = 'anna@example.com'"
            let device = "variables LIKE '%Stranger''s laptop%'"
            #expect(try await world.auth.count("mail", where: "\(told) AND \(device)") == 1)
            request.password = "wrong"
            _ = await failure { try await world.client.signIn(request) }
            #expect(try await world.auth.count("mail", where: "kind = 'newDevice'") == 1)
        }
    }
}
