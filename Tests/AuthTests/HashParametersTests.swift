import GRDB
import RollcallCrypto
import GRDBStorage
import Storage
import Testing

@testable import Auth

@Suite struct HashParametersTests {
    /// A file of before there was a table of them.
    @Test func thoseOfAccountsThatThereAreAreKnown() async throws {
        try await withAuth { world in
            try await world.stop()
            let path = world.path + ".old"
            let schema = Schema(
                applicationID: AuthStore.schema.applicationID,
                migrations: Array(
                    AuthStore.schema.migrations.prefix { $0.name != "hashParameters" }))
            let store = try await blocking { try SQLiteStore(path: path, schema: schema) { _ in } }
            let ids = UUIDv7Generator(clock: world.clock.now)
            let ours = Argon2Parameters.standard
            let dear = try Argon2Parameters(kibibytes: 65_536, passes: 3, lanes: 4)
            for (number, parameters) in [ours, dear, ours, dear].enumerated() {
                let hash = try PasswordHash(
                    parameters: parameters, salt: Array(repeating: 1, count: 16),
                    tag: Array(repeating: 2, count: 32))
                let (id, now) = (try ids.next(), world.clock.now())
                try await store.answer(writing: { db in
                    try db.execute(
                        sql: """
                            INSERT INTO account
                                (id, email, canonicalEmail, passwordHash, createdAtMs)
                            VALUES (?, ?, ?, ?, ?)
                            """,
                        arguments: [
                            id.data, "\(number)@example.com", "\(number)@example.com", hash.text,
                            now,
                        ])
                })
            }
            try await blocking { try store.close() }
            let hasher = try PasswordHasher.cheap()
            try await world.start(path: path, hasher: hasher)
            let known = try await world.auth.store.note(hasher.parameters)
            #expect(Set(known) == [ours, dear, hasher.parameters])
        }
    }
}
