import RollcallAPI
import RollcallCrypto
import Storage
import TestSupport
import Testing

@testable import Profile

/// What is offered in place of a name that is taken.
@Suite(.serialized) struct NameSuggestionsTests {
    private static let names = [
        "anna", "Abc", "a_b.c", "anna1999", "x__", "___", "_._", String(repeating: "m", count: 30),
        String(repeating: "a.", count: 14) + "bc", "suppor", "he1", "r00",
    ]

    @Test func fiveNamesAreOfferedThatAreFree() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: { $0.limits["name-check.address"] = .init(1000, per: .seconds(1)) }
        ) { server in
            for name in Self.names { _ = try await server.user(named: name) }
            let clara = try server.stranger()
            for name in Self.names {
                let answer = try await clara.check(name)
                #expect(answer.reasons == [.displayNameTaken])
                #expect(Set(answer.suggestions).count == 5, "\(answer)")
                for suggestion in answer.suggestions {
                    #expect(try await clara.check(suggestion).isAvailable, "\(suggestion)")
                    let stem = name.prefix(24).trimming("._")
                    #expect(suggestion.hasPrefix(stem.isEmpty ? "user" : stem), "\(suggestion)")
                }
            }
        }
    }

    @Test func thereAreAsManyAsTheCallerWants() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            _ = try await server.user(named: "anna")
            for (wanted, count) in [(0, 0), (1, 1), (4, 4), (5, 5), (6, 5), (.max, 5)] {
                let answer = try await server.anyone.checkDisplayName(
                    .init(displayName: "ANNA", maxSuggestions: UInt32(clamping: wanted)))
                #expect(answer.suggestions.count == count)
            }
        }
    }

    @Test func aNameWithManyNamesakesHasLongerOnes() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            _ = try await server.user(named: "anna")
            for separator in ["", "_", "."] {
                for digits in 2...3 { try await server.reserveNumbers("anna\(separator)", digits) }
            }
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "anna"))
            #expect(answer.suggestions.count == 5)
            #expect(answer.suggestions.allSatisfy { $0.utf8.filter { $0 < 0x3a }.count > 3 })
        }
    }

    @Test func whatIsTakenOrQuarantinedIsNotOffered() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let texts = ["anna42", "anna43", "anna_44", "annal5", "free77"]
            let names = try texts.map { try #require(DisplayName($0)) }
            _ = try await server.user(named: "anna42")
            try await server.service.hold("ANNA43", for: server.stranger().id)
            let berta = try await server.user(named: "Anna_44")
            _ = try await berta.rename(to: "berta")
            // It looks like another's.
            _ = try await server.user(named: "annai5")
            let free = try await server.store.free(among: names, now: server.clock.now())
            #expect(free.map(\.text) == ["free77"])
            server.clock.advance(30 * TestClock.day)
            let later = try await server.store.free(among: names, now: server.clock.now())
            #expect(later.map(\.text) == ["anna_44", "free77"])
        }
    }

    @Test func whatIsReservedIsNotOffered() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            // The first for it reminds of a word; the others as an administrator says.
            let names = try ["suppor7", "anna42", "adm1n"].map { try #require(DisplayName($0)) }
            let now = server.clock.now()
            #expect(try await server.store.free(among: names, now: now).map(\.text) == ["anna42"])
            try await server.operator.reserveWord("a.n.n.a.4.2")
            try await server.operator.releaseWord("admin")
            #expect(try await server.store.free(among: names, now: now).map(\.text) == ["adm1n"])
        }
    }

    @Test func aNameThatBreaksARuleOrIsFreeHasNone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            for name in ["free", "admin", "a", "an na"] {
                let answer = try await server.anyone.checkDisplayName(.init(displayName: name))
                #expect(answer.suggestions == [])
            }
        }
    }

    @Test(arguments: names)
    func everyCandidateKeepsTheRules(_ text: String) throws {
        let name = try #require(DisplayName(text))
        for _ in 0..<200 {
            let candidates = try NameSuggestions.batches.flatMap {
                try NameSuggestions.candidates(insteadOf: name, $0, .system)
            }
            #expect(candidates.count > 2 * NameSuggestions.limit)
            for candidate in candidates {
                #expect(DisplayName.brokenRules(of: candidate.text) == [])
                #expect(candidate.canonical != name.canonical)
            }
        }
    }

    @Test func ofTwoThatLookAlikeOneIsOffered() throws {
        let free = try ["anna10", "annalO", "anna20", "anna_20", "anna30", "anna40", "anna50"]
            .map { try #require(DisplayName($0)) }
        #expect(
            NameSuggestions.chosen(from: free, limit: 5).map(\.text)
                == ["anna10", "anna20", "anna_20", "anna30", "anna40"])
    }
}

extension ProfileServer {
    /// Puts all numbers of so many digits behind a name into quarantine.
    fileprivate func reserveNumbers(_ stem: String, _ digits: Int) async throws {
        let fill = Command<String, Int, Int>(
            """
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $2)
            INSERT INTO quarantinedName (canonicalName, userID, untilMs)
            SELECT $1 || substr(CAST($2 + i AS TEXT), 2, CAST($3 AS INTEGER)), NULL, 9000000000000 FROM n
            """)
        let count = (0..<digits).reduce(1) { count, _ in count * 10 }
        try await store.database.write { _ = try $0.run(fill, stem, count, digits) }
    }
}

extension StringProtocol {
    fileprivate func trimming(_ characters: String) -> String {
        var text = String(self)
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
