import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SetLocaleTests {
    private func set(_ world: AuthServer, _ locale: String, _ tokens: Tokens?) async throws
        -> String?
    {
        try await world.auth.account.setLocale(
            SetLocaleRequest(locale: locale), options: .bearer(tokens)
        ).account?.locale
    }

    @Test func itIsKeptUntilAnotherIsChosen() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let first = try await world.account(tokens)
            #expect(first.locale == "")
            for (given, kept) in [("de-at", "de-AT"), ("pt_BR", "pt-BR"), ("", "")] {
                #expect(try await set(world, given, tokens) == kept)
                #expect(try await world.account(tokens).locale == kept)
            }
        }
    }

    @Test func whatIsNoTagIsRefusedAndChangesNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await set(world, "de", tokens)
            let error = await failure { try await set(world, "../../etc", tokens) }
            #expect(error?.code == .invalidArgument && error?.reasons == [.fieldMalformed])
            #expect(try await world.account(tokens).locale == "de")
        }
    }

    @Test func aSessionThatHasEndedChoosesNothing() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna()).tokens
            let thief = try await world.signIn().tokens
            _ = try await world.client.revokeOtherSessions(
                RevokeOtherSessionsRequest(), options: .bearer(owner))
            let error = await failure { try await set(world, "de", thief) }
            #expect(error?.reasons == [.sessionEnded])
            #expect(try await world.account(owner).locale == "")
        }
    }
}
