import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct CheckDisplayNameTests {
    @Test func aFreeNameIsAvailable() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "anna"))
            #expect(answer == CheckDisplayNameResponse(isAvailable: true))
        }
    }

    @Test func aNameThatIsHeldOrHadIsTakenInAnyCase() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            _ = try await server.user(named: "Anna")
            try await server.service.hold("Berta", for: server.stranger().id)
            for name in ["Anna", "aNNA", "BERTA", "berta"] {
                let answer = try await server.anyone.checkDisplayName(.init(displayName: name))
                #expect(!answer.isAvailable && answer.reasons == [.displayNameTaken])
            }
        }
    }

    @Test func checkingNamesIsLimited() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: { $0.limits["name-check.address"] = RateLimit(3, per: .seconds(72_000)) }
        ) { server in
            let request = CheckDisplayNameRequest(displayName: "anna")
            // Callers without an address share a limit of twenty times the size.
            for _ in 0..<60 { _ = try await server.anyone.checkDisplayName(request) }
            let error = try await failure {
                _ = try await server.anyone.checkDisplayName(request)
            }
            #expect(error.code == .resourceExhausted)
            #expect(error.reasons == [.tooManyAttempts])
            #expect((error.detail(ErrorInfo.self)?.retryAfterMs ?? 0) > 1_000_000)
            // A user has no budget beside that of the address; Auth asks for many.
            let user = try server.stranger()
            let refused = try await failure { try await user.check("anna") }
            #expect(refused.code == .resourceExhausted)
            for _ in 0..<9 { try await server.service.check("anna") }
        }
    }

    @Test func everyBrokenRuleIsAnswered() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "."))
            #expect(!answer.isAvailable)
            #expect(
                answer.reasons == [
                    .displayNameTooShort, .displayNameLeadingPeriod, .displayNameTrailingPeriod,
                ])
        }
    }

    @Test func onesOwnNamesAreFreeForOneselfAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna1")
            _ = try await anna.rename(to: "berta")
            let clara = try await server.user(named: "clara")
            // The name that she has, the one that she gave up, and what looks like that one.
            for name in ["berta", "BERTA", "anna1", "aNNA1", "annal"] {
                #expect(try await anna.check(name) == CheckDisplayNameResponse(isAvailable: true))
                for other in [clara, server.service, Person(server, "nobody")] {
                    #expect(try await other.check(name).reasons == [.displayNameTaken])
                }
                _ = try await anna.rename(to: name)
                _ = try await anna.rename(to: "berta")
            }
            server.clock.advance(30 * TestClock.day)
            #expect(try await clara.check("anna1").isAvailable)
        }
    }

    /// It was chosen before the word was reserved.
    @Test func whoHasAReservedNameMayWriteItInOtherLetters() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Boss")
            try await server.operator.reserveWord("boss")
            #expect(try await anna.check("BOSS").isAvailable)
            #expect(try await anna.rename(to: "BOSS")?.displayName == "BOSS")
            for other in ["b0ss", "root", "boss."] {
                #expect(try await anna.check(other).reasons.contains(.displayNameReserved))
                let renaming = try await failure { _ = try await anna.rename(to: other) }
                #expect(renaming.reasons.contains(.displayNameReserved))
            }
            let clara = try await server.user(named: "clara")
            #expect(try await clara.check("boss").reasons == [.displayNameReserved])
        }
    }

    @Test func aCallerWhoseTokenIsNoGoodIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let odd = Person(server, "user ../anna")
            let error = try await failure { try await odd.check("anna") }
            #expect(error.is(.unauthenticated, .accessTokenInvalid))
        }
    }

    @Test(
        arguments: [
            ("an na", 2), ("änna", 0), ("ann👍🏽na", 3), ("  an!na ", 4), ("anna\u{202E}", 4),
            (String(repeating: "a", count: 200) + "-", 200),
        ])
    func theFirstBadCharacterIsPointedAt(_ name: String, _ position: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let answer = try await server.anyone.checkDisplayName(.init(displayName: name))
            #expect(answer.reasons.contains(.displayNameBadCharacter))
            #expect(answer.position == position)
            let renaming = try await failure { _ = try await anna.rename(to: name) }
            let violations = try #require(renaming.detail(ErrorInfo.self)?.violations)
            for violation in violations {
                let isPlaced = violation.reason == .displayNameBadCharacter
                #expect(violation.position == (isPlaced ? position : nil))
            }
            // No other rule has a place.
            #expect(try await anna.check(".a").position == nil)
        }
    }
}
