import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct MakeAddressPrimaryTests {
    @Test func anotherAddressBecomesPrimaryAndAllAreTold() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("a@example.org", tokens)
            try await world.add("b@example.org", tokens)
            let other = try await world.signIn().tokens
            let flow = try await world.requestReset()
            let reset = try await world.newest(.resetPassword).code
            let account = try await world.makePrimary("A@example.org", tokens)
            #expect(
                account?.addresses.map(\.email)
                    == ["a@example.org", "anna@example.com", "b@example.org"])
            #expect(account?.primaryAddress?.email == "a@example.org")
            #expect(
                try await world.recipients(of: .addressArrived)
                    == ["a@example.org", "anna@example.com", "b@example.org"])
            let told = try await world.mails(.addressArrived)
            #expect(told.allSatisfy { $0.variables.contains("a@example.org") })
            #expect(await world.end(of: other) == .sessionEnded)
            #expect(await world.end(of: tokens) == nil)
            #expect(await world.reset(flow, reset)?.reasons == [.codeWrong])
            #expect(await world.signInError(email: "anna@example.com") == nil)
        }
    }

    @Test func thePrimaryOneStaysSoAndNothingHappens() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let other = try await world.signIn().tokens
            let account = try await world.makePrimary("ANNA@example.com", tokens)
            #expect(account?.addresses.count == 1)
            #expect(await world.end(of: other) == nil)
            #expect(try await world.mails(.addressArrived).isEmpty)
        }
    }

    @Test func whatTheAccountDoesNotHaveIsNotFound() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            _ = try await world.newUser("ben")
            _ = try await world.startAdding("pending@example.org", tokens)
            for email in ["", "garbage", "pending@example.org", "ben@example.com"] {
                let error = await failure { try await world.makePrimary(email, tokens) }
                #expect(error?.code == .notFound && error?.reasons == [.addressNotFound])
                #expect(error?.detail(ErrorInfo.self)?.violations.map(\.field) == ["email"])
            }
        }
    }

    @Test func ofTwoWhoChooseAtOnceOneSessionStays() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("a@example.org", tokens)
            try await world.add("b@example.org", tokens)
            let other = try await world.signIn().tokens
            await withTaskGroup { group in
                for (email, tokens) in [("a@example.org", tokens), ("b@example.org", other)] {
                    group.addTask {
                        _ = await failure { try await world.makePrimary(email, tokens) }
                    }
                }
            }
            #expect(try await world.auth.count("address", where: "isPrimary = TRUE") == 1)
            #expect(try await world.auth.count("session", where: "endedAtMs IS NULL") == 1)
        }
    }
}
