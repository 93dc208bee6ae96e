import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestAuthenticator
import TestPostgreSQL
import TestServers
import Testing

@testable import Auth

@Suite(.onEachEngine) struct ListPasskeysTests: UsesPasskeys {
    @Test func anOwnerSeesTheirOwnTheOldestFirst() async throws {
        try await withPasskeys { world, tokens in
            var first = try TestAuthenticator()
            first.isBackedUp = true
            try await world.register(first, tokens, label: "First")
            world.clock.advance(.seconds(1))
            try await world.register(TestAuthenticator(), tokens, label: "Second")
            let berta = try await world.client.signUp(.anna(email: "b@example.com", name: "berta"))
            try await world.register(TestAuthenticator(), berta.tokens)
            world.clock.advance(.seconds(1))
            try await world.signIn(with: &first)
            let list = try await world.passkeys.listPasskeys(.init(), options: .bearer(tokens))
            #expect(list.passkeys.map(\.label) == ["First", "Second"])
            #expect(list.passkeys.map(\.isBackedUp) == [true, false])
            #expect(list.passkeys.map(\.lastUsedAtMs) == [world.clock.now(), 0])
        }
    }
}
