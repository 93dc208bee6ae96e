import GRDB
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

/// That a session ends and that others are told of it is one thing.
@Suite struct RevocationTests {
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
            let rows = try await world.auth.store.read { db in
                try Row.fetchAll(db, sql: "SELECT * FROM revocation ORDER BY version")
                    .map { try ($0.id("sessionID").description, $0["reason"] as String) }
            }
            #expect(rows.map(\.0) == [other.session?.sessionID, owner.session?.sessionID])
            #expect(rows.map(\.1) == ["signedOut", "tokenReused"])
        }
    }

    /// The schema is the first defence: no end without its note.
    @Test func whereTheNoteCannotBeWrittenTheSessionGoesOn() async throws {
        try await withAuth { world in
            let owner = try await world.client.signUp(.anna())
            try await world.auth.store.write { try $0.execute(sql: "DROP TABLE revocation") }
            let error = await failure {
                try await world.client.signOut(SignOutRequest(), options: .bearer(owner.tokens))
            }
            #expect(error != nil)
            #expect(try await world.auth.count("session", where: "endedAtMs IS NULL") == 1)
        }
    }
}
