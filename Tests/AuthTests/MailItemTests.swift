import GRDB
import RollcallCrypto
import Testing

@testable import Auth

@Suite struct MailItemTests {
    private struct Regret: Error {}

    private func item(_ world: AuthWorld, device: String = "phone") throws -> MailItem {
        MailItem(
            id: try UUIDv7Generator(clock: world.clock.now).next(), kind: .newDevice, account: nil,
            recipient: "anna@example.com", locale: "en", variables: [.device: device])
    }

    @Test func aMailIsQueuedIfAndOnlyIfItsTransactionIsCommitted() async throws {
        try await withAuth { world in
            let now = world.clock.now()
            let (kept, lost) = (try item(world), try item(world))
            try await world.auth.store.write { try $0.enqueue(kept, now: now) }
            await #expect(throws: Regret.self) {
                try await world.auth.store.write { db in
                    try db.enqueue(lost, now: now)
                    throw Regret()
                }
            }
            #expect(try await world.auth.count("mail") == 1)
        }
    }

    @Test func noCodeAndNoLinkStandsInTheDatabase() async throws {
        try await withAuth { world in
            let secrets = ChallengeSecrets(secret: Secret(Array(repeating: 7, count: 32)))
            let ids = UUIDv7Generator(clock: world.clock.now)
            let (challenge, now) = (try ids.next(), world.clock.now())
            let item = MailItem(
                id: try ids.next(), kind: .resetPassword, account: nil,
                recipient: "anna@example.com", locale: "", challenge: challenge,
                expiresAtMs: now + 900_000)
            try await world.auth.store.write { try $0.enqueue(item, now: now) }
            let row = try await world.auth.store.read { db in
                try Row.fetchOne(db, sql: "SELECT * FROM mail")?.description ?? ""
            }
            #expect(row.contains("resetPassword"))
            #expect(!row.contains(try secrets.code(of: challenge).digits))
            #expect(!row.contains(try secrets.linkToken(of: challenge).text))
        }
    }

    @Test func aDeviceOfAnyNameIsQueued() async throws {
        try await withAuth { world in
            for device in ["", "\u{1}", "\u{10ffff}", "\"\\\r\n"] {
                let long = String(repeating: device, count: 10_000)
                let item = try item(world, device: long)
                let now = world.clock.now()
                try await world.auth.store.write { try $0.enqueue(item, now: now) }
                #expect((item.variables[.device] ?? "").unicodeScalars.count <= 256)
            }
        }
    }
}
