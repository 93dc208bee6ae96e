import RollcallCrypto
import Testing

@testable import Auth

@Suite struct MailItemTests {
    private struct Regret: Error {}

    private func item(_ world: AuthServer, device: String = "phone") throws -> MailItem {
        MailItem(
            id: try UUIDv7Generator(clock: world.clock.now).next(), kind: .newDevice, account: nil,
            recipient: "anna@example.com", locale: "en", variables: [.device: device])
    }

    @Test func aMailIsQueuedIfAndOnlyIfItsTransactionIsCommitted() async throws {
        try await withAuth { world in
            let now = world.clock.now()
            let (kept, lost) = (try item(world), try item(world))
            try await world.auth.store.queue(kept, now: now)
            await #expect(throws: Regret.self) {
                try await world.auth.store.write { tx in
                    try tx.queue(lost, now: now)
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
            let store = world.auth.store
            try await store.queue(item, now: now)
            #expect(try await store.holds("resetPassword"))
            #expect(try await !store.holds(secrets.code(of: challenge).digits))
            #expect(try await !store.holds(secrets.linkToken(of: challenge).text))
        }
    }

    /// As long as administrators may write one, whatever it takes in JSON.
    @Test(arguments: ["x", "\u{10ffff}", "\"", "/", "\u{1}"])
    func aLongReasonIsQueuedWhole(_ character: String) async throws {
        try await withAuth { world in
            let reason = String(repeating: character, count: 500)
            let variables: [MailVariable: String] = [
                .reason: reason, .displayName: "-", .photo: "-", .bio: "-", .pronouns: "-",
                .location: "-", .links: "-", .time: "2026-11-23 10:00 UTC",
            ]
            let item = MailItem(
                id: try UUIDv7Generator(clock: world.clock.now).next(), kind: .profileTakenDown,
                account: nil, recipient: "anna@example.com", locale: "en", variables: variables)
            try await world.auth.store.queue(item, now: world.clock.now())
            let queued = try await world.auth.store.mail(.pending, before: nil, limit: 1).first
            #expect(queued?.variables == variables)
        }
    }

    @Test func aDeviceOfAnyNameIsQueued() async throws {
        try await withAuth { world in
            for device in ["", "\u{1}", "\u{10ffff}", "\"\\\r\n"] {
                let long = String(repeating: device, count: 10_000)
                let item = try item(world, device: long)
                let now = world.clock.now()
                try await world.auth.store.queue(item, now: now)
                #expect((item.variables[.device] ?? "").unicodeScalars.count <= 256)
            }
        }
    }
}
