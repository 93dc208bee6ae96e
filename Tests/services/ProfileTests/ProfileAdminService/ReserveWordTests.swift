import RollcallAPI
import RollcallRPC
import Storage
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ReserveWordTests {
    @Test func aReservedWordIsNobodysFromThenOn() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            #expect(try await anna.check("Boss").isAvailable)
            let word = try await server.operator.reserveWord("BOSS", because: "the band")
            #expect(
                word
                    == RollcallAPI.ReservedWord(
                        word: "boss", isReserved: true, reason: "the band",
                        changedAtMs: server.clock.now()))
            for name in ["boss", "Boss", "b0s5", "b.o.s.s", "__boss__"] {
                let answer = try await anna.check(name)
                #expect(answer == CheckDisplayNameResponse(reasons: [.displayNameReserved]))
                let renaming = try await failure { _ = try await anna.rename(to: name) }
                #expect(renaming.is(.invalidArgument, .displayNameReserved))
                let holding = try await failure {
                    try await server.service.hold(name, for: server.stranger().id)
                }
                #expect(holding.is(.invalidArgument, .displayNameReserved))
            }
            let both = try await failure { _ = try await anna.rename(to: "boss.") }
            #expect(both.is(.invalidArgument, .displayNameTrailingPeriod, .displayNameReserved))
            #expect(try await anna.check("bosso").isAvailable)
        }
    }

    /// The answer to the first hold may have been lost.
    @Test func aNameThatIsHeldIsHeldAgainThoughItIsReservedByNow() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("Boss", for: anna.id)
            try await server.operator.reserveWord("boss")
            try await server.service.hold("boss", for: anna.id)
            try await server.service.confirm(anna.id)
            #expect(try await anna.profile(named: "boss")?.displayName == "boss")
        }
    }

    @Test func aReasonIsALineOfAtMostFiveHundredCharacters() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let longest = String(repeating: "ß", count: 500)
            let word = try await server.operator.reserveWord("boss", because: longest)
            #expect(word?.reason == longest)
            for reason in [longest + "x", "two\nlines", "\u{1b}[2J", "a\u{2028}b", "\u{202e}"] {
                let error = try await failure {
                    try await server.operator.reserveWord("other", because: reason)
                }
                #expect(error.is(.invalidArgument, .fieldMalformed))
            }
        }
    }

    @Test func theNumberOfWordsIsLimited() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let fill = Command<Int>(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
                INSERT INTO reservedWord (skeleton, word, isReserved, reason, changedAtMs)
                SELECT 'w' || i, 'w' || i, TRUE, '', 0 FROM n
                """)
            try await server.store.database.write {
                _ = try $0.run(fill, ProfileStore.reservedWordLimit - 1)
            }
            try await server.operator.reserveWord("boss")
            let error = try await failure { try await server.operator.reserveWord("other") }
            #expect(error.is(.resourceExhausted, .tooMany))
            // One that is there may change.
            try await server.operator.reserveWord("boss", because: "another reason")
            try await server.operator.releaseWord("boss")
            try await server.operator.reserveWord("other")
        }
    }
}
