import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct StartAddressChangeTests: ChangesAddresses {
    @Test func itNeedsThePassword() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let error = await failure { try await start(world, password: "wrong", tokens) }
            #expect(error?.code == .permissionDenied && error?.reasons == [.wrongCredentials])
            let same = await failure { try await start(world, to: "ANNA@example.com", tokens) }
            #expect(same?.reasons == [.fieldMalformed])
            let none = await failure { try await start(world, to: "anna", tokens) }
            #expect(none?.reasons == [.emailMalformed])
            #expect(try await world.mails(.changeAddressNew).isEmpty)
        }
    }

    @Test func anAddressThatWasNotProvedGainsNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await start(world, to: "anna@exmaple.com", tokens)
            #expect(
                await world.signInError(email: "anna@exmaple.com")?.reasons == [.wrongCredentials])
            _ = try await world.requestReset("anna@exmaple.com")
            #expect(try await world.mails(.resetPassword).isEmpty)
            #expect(try await world.account(tokens).primaryAddress?.email == "anna@example.com")
            // Somebody else may still have it.
            let ben = SignUpRequest.anna(email: "anna@exmaple.com", name: "ben")
            #expect(await failure { try await world.client.signUp(ben) } == nil)
        }
    }

    @Test func aTakenAddressIsAnsweredAlikeAndItsOwnerIsTold() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            var form = SignUpRequest.anna(email: "Ben@example.com", name: "ben")
            form.locale = "de"
            _ = try await world.client.signUp(form)
            let free = try await start(world, to: "free@example.com", tokens)
            let taken = try await start(world, to: "ben@example.com", tokens)
            #expect(free == taken)
            #expect(try await world.mails(.changeAddressNew).count == 1)
            let notice = try await world.newest(.addressTaken)
            #expect(notice.recipient == "ben@example.com" && notice.locale == "de")
            let old = try await world.newest(.changeAddressOld).code
            let error = await confirm(world, old, "12345678", tokens)
            #expect(error?.reasons == [.codeWrong])
        }
    }
}
