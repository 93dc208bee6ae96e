import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestSupport
import Testing

@testable import Auth

@Suite struct ExportAccountTests {
    private func export(
        _ world: AuthServer, _ tokens: Tokens?, password: String = "correct horse"
    ) async throws -> [UInt8] {
        let parts = try await world.auth.accountData.exportAccount(
            ExportAccountRequest(proof: .password(password)), options: .bearer(tokens))
        var bytes: [UInt8] = []
        while let part = try await parts.next() {
            #expect((1...65_536).contains(part.chunk.count))
            bytes += part.chunk
        }
        return bytes
    }

    @Test func theArchiveHasWhatAllThreeServicesKnow() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            let files = try Archive(try await export(world, anna.tokens)).files
            #expect(
                files.map(\.name) == [
                    "account.json", "sessions.json", "devices.json", "mail.json", "presence.json",
                    "profile.json",
                ])
            let account = try #require(files.first?.object)
            let addresses = account["addresses"] as? [[String: Any]]
            #expect(addresses?.map { $0["email"] as? String } == ["anna@example.com"])
            #expect(account["userId"] as? String == anna.session?.userID)
            let sessions = try #require(files[1].list("sessions"))
            #expect(sessions.map { $0["deviceLabel"] as? String } == ["Anna's phone"])
            let devices = try #require(files[2].list("devices"))
            let seen = "\(world.clock.now())"
            #expect(devices.map { $0["firstSeenAtMs"] as? String } == [seen])
            #expect(devices.map { $0["lastSeenAtMs"] as? String } == [seen])
            #expect(devices.map(\.count) == [3])
            #expect(files[4].object("presence")?["lastSeenAtMs"] as? String == "1234")
            #expect(files[5].object("profile")?["displayName"] as? String == "anna")
        }
    }

    @Test func nothingThatSignsInIsInIt() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            let text = String(decoding: try await export(world, anna.tokens), as: UTF8.self)
            let store = world.auth.store
            let passwords = try await store.all(Query<String>("SELECT secret FROM credential"))
            let tokens = try await store.all(
                Query<SHA256Digest>(
                    "SELECT tokenHash FROM session UNION SELECT tokenHash FROM device"))
            let digests = tokens.map { Data($0.bytes).map { String(format: "%02x", $0) }.joined() }
            let words = ["argon2", "rcr1_", "rcd1_", "Hash", "hash", "token", "secret"]
            for word in words + passwords + digests + digests.map({ $0.uppercased() }) {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }

    @Test func allAddressesAndCredentialsAreInIt() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.auth.settle()
            try await world.add("a@example.org", tokens)
            _ = try await world.signIn()
            let files = try Archive(try await export(world, tokens)).files
            let account = try #require(files.first?.object)
            let addresses = account["addresses"] as? [[String: Any]]
            #expect(
                addresses?.map { $0["email"] as? String } == ["anna@example.com", "a@example.org"])
            let now = "\(world.clock.now())"
            #expect(addresses?.allSatisfy { $0["verifiedAtMs"] as? String == now } == true)
            let credentials = account["credentials"] as? [[String: Any]]
            #expect(credentials?.map { $0["kind"] as? String } == ["password"])
            #expect(credentials?.map { $0["createdAtMs"] as? String } == [now])
            #expect(credentials?.map { $0["lastUsedAtMs"] as? String } == [now])
        }
    }

    @Test func itDoesNotSayWhetherAnAddressIsTaken() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            _ = try await world.auth.account.startAddressChange(
                StartAddressChangeRequest(
                    proof: .password("correct horse"), newEmail: "free@example.org"),
                options: .bearer(anna.tokens))
            let kept = "kind = 'changeAddressNew'"
            #expect(try await world.auth.count("mail", where: kept) == 1)
            let text = String(decoding: try await export(world, anna.tokens), as: UTF8.self)
            #expect(!text.contains("free@example.org"))
        }
    }

    @Test func itIsAllowedOnceAnHourAlsoAfterARestart() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            // The wrong password is no export.
            let wrong = await failure { try await export(world, anna.tokens, password: "wrong") }
            #expect(wrong?.code == .permissionDenied && wrong?.reasons == [.wrongCredentials])
            _ = try await export(world, anna.tokens)
            for _ in 0..<2 {
                let error = await failure { try await export(world, anna.tokens) }
                #expect(error?.reasons == [.exportedTooOften])
                let wait = error?.detail(ErrorInfo.self)?.retryAfterMs ?? 0
                #expect((1...3_600_000).contains(wait))
                try await world.stop()
                try await world.start { $0.limits = LimitPolicies() }
            }
            // Another account is not held up.
            let berta = try await world.client.signUp(.anna(email: "b@example.com", name: "berta"))
            _ = try await export(world, berta.tokens)
        }
    }

    /// The limits' clock would go on from there at the next start, and signing keys with it.
    @Test func aClockThatIsAheadMovesNoLimit() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            world.clock.set(by: .seconds(365 * 86_400))
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            _ = try await export(world, anna.tokens)
            let written = try #require(try await world.auth.store.limiterTime())
            #expect(written < world.clock.now() - 364 * 86_400_000)
        }
    }

    @Test func oneThatCannotBeMadeIsNotCounted() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            world.presence.setFault { _ in throw RPCError(.internal, "broken") }
            for _ in 0..<2 {
                let error = await failure { try await export(world, anna.tokens) }
                #expect(error?.code == .unavailable)
            }
            world.presence.setFault(nil)
            #expect(try await export(world, anna.tokens).count % 512 == 0)
        }
    }

    @Test func oneThatEndsHalfwayIsNotCounted() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            let file = URL(filePath: #filePath).appending(
                path: "../../../../../deploy/quickstart-photo.jpg"
            ).standardized
            try await world.upload(Array(Data(contentsOf: file)), anna.tokens)
            // The archive has begun by then.
            world.profile.setFault { step, moment in
                if step == .export, moment == .after { throw RPCError(.internal, "broken") }
            }
            for _ in 0..<2 {
                let error = await failure { try await export(world, anna.tokens) }
                #expect(error?.code == .unavailable)
            }
            world.profile.setFault(nil)
            let files = try Archive(try await export(world, anna.tokens)).files
            #expect(files.last?.name == "photo.jpg")
            let error = await failure { try await export(world, anna.tokens) }
            #expect(error?.reasons == [.exportedTooOften])
        }
    }

    @Test func aProfileServiceThatHangsIsGivenUpAsSoonAsInEveryOtherCall() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            try await world.stop()
            try await world.start { $0.profileTimeout = .milliseconds(100) }
            world.profile.setFault { step, moment in
                if step == .export, moment == .before { try await untilCancelled() }
            }
            let clock = ContinuousClock()
            let waited = await clock.measure {
                let error = await failure { try await export(world, anna.tokens) }
                #expect(error?.code == .unavailable)
            }
            #expect(waited < .seconds(5))
            // One that makes progress may take longer in all.
            world.profile.setFault(nil)
            #expect(try await export(world, anna.tokens).count % 512 == 0)
        }
    }

    @Test func anArchiveHasTheNameThatIsOnlyHeld() async throws {
        try await withAuth { world in
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "away") }
            }
            let anna = try await world.client.signUp(.anna())
            let files = try Archive(try await export(world, anna.tokens)).files
            let profile = try #require(files.first { $0.name == "profile.json" }?.object("profile"))
            #expect(profile["displayName"] as? String == "anna")
        }
    }

    @Test func anArchiveHasWhatItsOwnerIsStillToBeTold() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            let notice = try UUIDv7Generator(clock: world.clock.now).next()
            try await world.profile.takeDownName(
                of: try #require(UUIDv7(anna.id)), because: "a brand", notice: notice)
            let files = try Archive(try await export(world, anna.tokens)).files
            let profile = try #require(files.first { $0.name == "profile.json" })
            let notices = try #require(profile.list("unsentNotices"))
            #expect(notices.map { $0["fields"] as? [String] } == [["PROFILE_FIELD_DISPLAY_NAME"]])
            #expect(notices.map { $0["reason"] as? String } == ["a brand"])
            #expect(notices.map { $0["takenDownAtMs"] as? String } == ["\(notice.milliseconds)"])
        }
    }

    @Test(arguments: [0, 1, 511, 512, 513, 70_000])
    func everySizeFillsWholeBlocks(_ size: Int) throws {
        let entry = TarEntry(name: "file", size: size, modifiedAt: 1_800_000_000)
        #expect(entry.header.count == 512)
        #expect((size + entry.padding.count) % 512 == 0 && entry.padding.count < 512)
        let bytes = [UInt8](repeating: 7, count: size)
        let archive = try Archive(entry.header + bytes + entry.padding + TarEntry.end)
        #expect(archive.files.map(\.bytes) == [bytes])
    }
}

/// Reads a POSIX archive of regular files.
private struct Archive {
    struct File {
        let name: String
        let bytes: [UInt8]

        var object: [String: Any]? {
            (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
        }

        func object(_ key: String) -> [String: Any]? { object?[key] as? [String: Any] }
        func list(_ key: String) -> [[String: Any]]? { object?[key] as? [[String: Any]] }
    }

    var files: [File] = []

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while let header = rest.first.map({ _ in Array(rest.prefix(512)) }), header[0] != 0 {
            func text(_ range: Range<Int>) -> String {
                String(decoding: header[range].prefix { $0 != 0 }, as: UTF8.self)
            }
            #expect(text(257..<263) == "ustar" && header[156] == UInt8(ascii: "0"))
            var blank = header
            blank.replaceSubrange(148..<156, with: [UInt8](repeating: 32, count: 8))
            let sum = try #require(Int(text(148..<154), radix: 8))
            #expect(blank.reduce(0) { $0 + Int($1) } == sum)
            let size = try #require(Int(text(124..<136), radix: 8))
            files.append(File(name: text(0..<100), bytes: Array(rest.dropFirst(512).prefix(size))))
            rest = rest.dropFirst(512 + (size + 511) / 512 * 512)
        }
        #expect(rest.elementsEqual([UInt8](repeating: 0, count: 1024)))
    }
}
