import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct SetUserAddressTests {
    private func set(
        _ world: AuthServer, _ email: String, of id: String, because reason: String = "lost"
    ) async throws -> UserSummary? {
        try await world.asOperator.setUserAddress(
            SetUserAddressRequest(user: .id(id), email: email, reason: reason)
        ).user
    }

    private func anna(_ world: AuthServer) async throws -> String {
        let request = GetUserRequest(user: .email("anna@example.com"))
        return try #require(try await world.asOperator.getUser(request).user?.userID)
    }

    @Test func theOldAddressIsToldAndSessionsAndMailedCodesEnd() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let id = try await anna(world)
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            let user = try await set(world, "Anna@example.org", of: id, because: "on the phone")
            #expect(user?.email == "Anna@example.org" && user?.isEmailVerified == true)
            #expect(await world.end(of: tokens) == .sessionEnded)
            #expect(await world.reset(flow, code)?.reasons == [.codeWrong])
            #expect(try await world.newest(.addressChanged).recipient == "anna@example.com")
            #expect(try await world.recipients(of: .addressArrived) == ["Anna@example.org"])
            let entry = try await world.auditEntries().first
            #expect(entry?.action == "address.primary" && entry?.after == "on the phone")
            #expect(entry?.actor == "operator")
            #expect(await world.signInError(email: "anna@example.org") == nil)
            let reset = try await world.requestReset("anna@example.org")
            #expect(await world.reset(reset, try await world.newest(.resetPassword).code) == nil)
        }
    }

    @Test func forSevenDaysTheLinkInTheMailRestoresTheOldAddressAlone() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let id = try await anna(world)
            _ = try await set(world, "thief@example.org", of: id)
            world.clock.advance(.days(7) - .seconds(1))
            #expect(await world.follow(try await world.newest(.addressChanged).linkToken) == nil)
            #expect(try await world.user(id)?.email == "anna@example.com")
            #expect(try await world.user(id)?.hasPassword == false)
            #expect(try await world.newest(.resetPassword).recipient == "anna@example.com")
        }
    }

    @Test func theSameCommandWithTheOldAddressUndoesIt() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let id = try await anna(world)
            _ = try await set(world, "thief@example.org", of: id)
            let taken = SignUpRequest.anna(email: "anna@example.com", name: "ben")
            #expect(
                await failure { try await world.client.signUp(taken) }?.reasons == [.emailTaken])
            #expect(try await set(world, "anna@example.com", of: id)?.email == "anna@example.com")
            // The other address gets no link: it was never the owner's.
            #expect(try await world.recipients(of: .addressChanged) == ["anna@example.com"])
            let session = try await world.signIn()
            #expect(try await set(world, "anna@example.com", of: id)?.email == "anna@example.com")
            #expect(await world.end(of: session.tokens) == nil)
        }
    }

    @Test func anAddressThatIsTakenOrMalformedAndAMissingReasonAreRefused() async throws {
        try await withAuth { world in
            let anna = try await world.newUser("anna")
            let ben = try await world.newUser("ben")
            let cases: [(String, String, Reason)] = [
                ("BEN@example.com", "lost", .emailTaken), ("anna", "lost", .emailMalformed),
                ("a@example.org", "", .fieldMissing), ("a@example.org", "a\nb", .fieldMalformed),
                ("a@example.org", String(repeating: "x", count: 201), .fieldMalformed),
            ]
            for (email, text, reason) in cases {
                let error = await failure {
                    try await set(world, email, of: anna.id, because: text)
                }
                #expect(error?.reasons == [reason], "\(email) \(text)")
            }
            #expect(await world.end(of: anna.tokens) == nil)
            // One that nobody has proved makes way without a link.
            #expect(try await set(world, "b@example.org", of: ben.id)?.email == "b@example.org")
            #expect(try await world.mails(.addressChanged).isEmpty)
        }
    }
}
