import RollcallAPI
import RollcallRPC
import Storage
import TestPostgreSQL
import TestServers
import Testing

@testable import Profile

/// Words that administrators reserve and release.
@Suite(.serialized, .onEachEngine) struct ReservedWordsTests {
    @Test func aReservedWordIsNobodysFromThenOn() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            #expect(try await anna.check("Boss").available)
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
            #expect(try await anna.check("bosso").available)
        }
    }

    @Test func whatIsReleasedIsAnyonesAgain() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for (word, name) in [("boss", "Boss"), ("admin", "adm1n")] {
                try await server.operator.reserveWord(word)
                #expect(try await !anna.check(name).available)
                // Another spelling of the same word.
                let released = try await server.operator.releaseWord(name)
                #expect(released?.isReserved == false)
                #expect(try await anna.check(name).available)
                #expect(try await anna.rename(to: name)?.displayName == name)
                try await server.operator.reserveWord(word)
                #expect(
                    try await server.anyone.checkDisplayName(
                        .init(displayName: name)
                    ).reasons == [.displayNameReserved])
            }
        }
    }

    @Test func onlyWhatDiffersFromTheBeginningIsKept() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let beginning = try await server.operator.words()
            #expect(beginning.allSatisfy { $0.isReserved && $0.isBuiltIn && $0.changedAtMs == 0 })
            #expect(
                beginning.count
                    == Set(ReservedNames.words.map(NameSkeleton.init(ofReserved:))).count)
            for _ in 0..<2 {
                try await server.operator.reserveWord("boss", because: "once")
                try await server.operator.releaseWord("admin", because: "a band")
            }
            let words = try await server.operator.words()
            #expect(words.count == beginning.count + 1)
            let admin = try #require(words.first { $0.word == "admin" })
            #expect(!admin.isReserved && admin.isBuiltIn && admin.reason == "a band")
            try await server.operator.releaseWord("boss")
            try await server.operator.releaseWord("boss")
            try await server.operator.reserveWord("admin")
            #expect(try await server.operator.words() == beginning)
            #expect(try await server.count("reservedWord") == 0)
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

    @Test(arguments: [1, 7, 499])
    func eachWordIsListedOnceHoweverLongThePages(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            for number in 0..<30 { try await server.operator.reserveWord("w\(number)x") }
            try await server.operator.releaseWord("root")
            let words = try await server.operator.words(pageSize: size)
            #expect(Set(words.map(\.word)).count == words.count)
            #expect(words == (try await server.operator.words()))
            #expect(words.filter { !$0.isReserved }.map(\.word) == ["root"])
        }
    }

    @Test(arguments: ["", "an na", "ä", "..", "_", String(repeating: "a", count: 31)])
    func whatIsNoWordIsRefused(_ word: String) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let reason: Reason = word.isEmpty ? .fieldMissing : .fieldMalformed
            let calls: [() async throws -> Void] = [
                { try await server.operator.reserveWord(word) },
                { try await server.operator.releaseWord(word) },
            ]
            for call in calls {
                let error = try await failure(of: call)
                #expect(error.is(.invalidArgument, reason))
            }
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

    @Test func onlyAdministratorsAndTheOperatorDecide() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let others: [(Person, StatusCode)] = [
                (anna, .permissionDenied), (server.service, .permissionDenied),
                (Person(server, "nobody"), .unauthenticated),
            ]
            for (other, code) in others {
                let calls: [() async throws -> Void] = [
                    { try await other.reserveWord("boss") },
                    { try await other.releaseWord("admin") },
                    { _ = try await other.words() },
                ]
                for call in calls { #expect(try await failure(of: call).code == code) }
            }
            #expect(try await server.count("reservedWord") == 0)
            try await Person(server, "admin \(anna.id)").reserveWord("boss")
            #expect(try await server.count("reservedWord") == 1)
        }
    }
}
