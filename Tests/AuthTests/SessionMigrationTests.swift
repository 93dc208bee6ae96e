import Foundation
import GRDB
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import GRDBStorage
import Storage
import Testing

@testable import Auth

@Suite struct SessionColumnTests {
    /// They are read by their places.
    @Test func theColumnsAreThoseOfTheTableInTheirOrder() async throws {
        try await withAuth { world in
            let names = try await world.auth.store.read { db in
                try db.columns(in: "session").map(\.name)
            }
            #expect(names == AccountSession.Column.allCases.map { "\($0)" })
        }
    }
}

@Suite struct SessionMigrationTests {
    /// A session as the first version kept it: its tokens so far, the last of them current.
    private struct OldSession {
        let id: UUIDv7
        var tokens: [OpaqueToken]
        var nonce: [UInt8]?
        /// Of those before the previous one.
        var spent: [UInt8] = []

        init(_ world: AuthWorld) throws {
            id = try UUIDv7Generator(clock: world.clock.now).next()
            tokens = [try OpaqueToken(kind: .refresh, id: id.bytes)]
        }

        mutating func rotate() throws {
            if tokens.count > 1 { spent += tokens[tokens.count - 2].hash.bytes.prefix(8) }
            spent = spent.suffix(512)
            let nonce = try RandomSource.system.bytes(16)
            tokens.append(try tokens[tokens.count - 1].next(nonce: nonce))
            self.nonce = nonce
        }

        func token(before age: Int) -> OpaqueToken { tokens[tokens.count - 1 - age] }
    }

    private func refresh(_ world: AuthWorld, _ token: OpaqueToken) async throws -> String? {
        try await world.client.refresh(RefreshRequest(refreshToken: token.text)).tokens?
            .refreshToken
    }

    /// Starts Auth on a file that the first version has written.
    private func start(_ world: AuthWorld, _ sessions: [OldSession]) async throws {
        try await world.stop()
        let path = world.path + ".old"
        let schema = Schema(
            applicationID: AuthStore.schema.applicationID,
            migrations: Array(AuthStore.schema.migrations.prefix(1)))
        let now = world.clock.now()
        let store = try await blocking { try SQLiteStore(path: path, schema: schema) { _ in } }
        try await store.answer(writing: { db in
            let account = try UUIDv7Generator(clock: { now }).next()
            try db.execute(
                sql: "INSERT INTO account VALUES (?, 'a@b.c', 'a@b.c', '$argon2id$x', ?)",
                arguments: [account.data, now])
            for session in sessions {
                let previous = session.tokens.dropLast().last
                try db.execute(
                    sql: """
                        INSERT INTO session VALUES (?, ?, 'phone', ?, ?, NULL, NULL, ?, ?, ?, ?)
                        """,
                    arguments: [
                        session.id.data, account.data, now, now, session.tokens.last?.hash.data,
                        previous?.hash.data, session.nonce.map { Data($0) }, Data(session.spent),
                    ])
            }
        })
        try await blocking { try store.close() }
        try await world.start(path: path)
    }

    @Test func aSessionOfTheOldSchemaGoesOnAndItsSpentTokensStayDead() async throws {
        try await withAuth { world in
            // By how many exchanges ago the token that comes back was current. Digests are no
            // text, and have to survive the move: hence many.
            var sessions: [(age: Int, session: OldSession)] = []
            let limit = RefreshChain.spentLimit
            for rotations in [0, 1, 2, 3, 40, 64, 65, 66, 100] {
                for age in [0, 1, 2, 3, limit - 1, limit] where age <= rotations {
                    var session = try OldSession(world)
                    for _ in 0..<rotations { try session.rotate() }
                    sessions.append((age, session))
                }
            }
            try await start(world, sessions.map(\.session))
            for (age, session) in sessions {
                let (token, current) = (session.token(before: age), session.token(before: 0))
                switch age {
                case 0: #expect(try await refresh(world, token) != current.text)
                case 1: #expect(try await refresh(world, token) == current.text)
                default:
                    let error = await failure { try await refresh(world, token) }
                    #expect(error?.reasons == [.refreshTokenReused])
                }
            }
            world.clock.advance(.seconds(60))
            for (age, session) in sessions where age == 1 {
                let next = try await refresh(world, session.token(before: 1))
                #expect(next != session.token(before: 0).text)
            }
        }
    }
}
