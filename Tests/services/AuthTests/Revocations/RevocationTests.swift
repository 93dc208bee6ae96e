import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestPostgreSQL
import Testing

@testable import Auth

/// That a session ends and that others are told of it is one thing.
@Suite(.onEachEngine) struct RevocationTests {
    @Test func everySessionThatEndsIsNotedOnce() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna())
            let other = try await world.signIn()
            for _ in 0..<2 {
                _ = try await world.client.signOut(SignOutRequest(), options: .bearer(other.tokens))
            }
            #expect(try await world.auth.count("revocation") == 1)
            let spent = try #require(owner.tokens?.refreshToken)
            let next = try await world.client.refresh(RefreshRequest(refreshToken: spent))
            _ = try await world.client.refresh(
                RefreshRequest(refreshToken: next.tokens?.refreshToken ?? ""))
            #expect(await world.end(of: owner.tokens) == .refreshTokenReused)
            let rows = try await world.auth.store.all(
                Query<(String, String)>("SELECT sessionID, reason FROM revocation ORDER BY version")
                {
                    try ($0.next(as: UUIDv7.self).description, $0.next())
                })
            #expect(rows.map(\.0) == [other.session?.sessionID, owner.session?.sessionID])
            #expect(rows.map(\.1) == ["signedOut", "tokenReused"])
        }
    }

    /// The schema is the first defence: no end without its note.
    @Test func whereTheNoteCannotBeWrittenTheSessionGoesOn() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna())
            try await world.auth.store.run("DROP TABLE revocation")
            let error = await failure {
                try await world.client.signOut(SignOutRequest(), options: .bearer(owner.tokens))
            }
            #expect(error != nil)
            #expect(try await world.auth.count("session", where: "endedAtMs IS NULL") == 1)
        }
    }
}
