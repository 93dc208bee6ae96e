import RollcallAPI
import RollcallCrypto
import TestPostgreSQL
import Testing

@testable import Profile

/// What is offered in place of a name that is taken.
@Suite(.serialized, .onEachEngine) struct NameSuggestionsTests {
    private static let names = [
        "anna", "Abc", "a_b.c", "anna1999", "x__", String(repeating: "m", count: 30),
        String(repeating: "a.", count: 14) + "bc", "suppor", "he1", "r00",
    ]

    @Test func fiveNamesAreOfferedThatAreFree() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(), configure: { $0.nameChecks = .init(1000, per: .seconds(1)) }
        ) { server in
            for name in Self.names { _ = try await server.user(named: name) }
            let clara = try server.stranger()
            for name in Self.names {
                let answer = try await clara.check(name)
                #expect(answer.reasons == [.displayNameTaken])
                #expect(Set(answer.suggestions).count == 5, "\(answer)")
                for suggestion in answer.suggestions {
                    #expect(try await clara.check(suggestion).available, "\(suggestion)")
                    #expect(suggestion.hasPrefix(name.prefix(24).trimming("._")), "\(suggestion)")
                }
            }
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
            let free = try await server.store.free(among: names, now: server.clock.now)
            #expect(free.map(\.text) == ["free77"])
            server.clock.advance(30 * TestClock.day)
            let later = try await server.store.free(among: names, now: server.clock.now)
            #expect(later.map(\.text) == ["anna_44", "free77"])
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
    func everyCandidateKeepsTheRulesAndIsNotReserved(_ text: String) throws {
        let name = try #require(DisplayName(text))
        for _ in 0..<200 {
            let candidates = try NameSuggestions.candidates(insteadOf: name, .system)
            #expect(candidates.count >= NameSuggestions.limit)
            for candidate in candidates {
                #expect(DisplayName.rulesBroken(byChoosing: candidate.text) == [])
                #expect(candidate.canonical != name.canonical)
            }
        }
    }

    @Test func ofTwoThatLookAlikeOneIsOffered() throws {
        let free = try ["anna10", "annalO", "anna20", "anna_20", "anna30", "anna40", "anna50"]
            .map { try #require(DisplayName($0)) }
        #expect(
            NameSuggestions.chosen(from: free).map(\.text)
                == ["anna10", "anna20", "anna_20", "anna30", "anna40"])
    }
}

extension StringProtocol {
    fileprivate func trimming(_ characters: String) -> String {
        var text = String(self)
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
