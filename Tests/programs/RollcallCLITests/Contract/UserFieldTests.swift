import MessageJSON
import RollcallAPI
import Testing

@testable import rollcall

/// How commands name users in requests.
struct UserFieldTests {
    private func members(_ words: String, _ user: String) async throws -> [String: JSON] {
        let command = try #require(ContractCommands.all.first { $0.words == words })
        let field = try #require(command.user)
        let key = try #require(UserKey.Key(argument: user))
        return try await field.members(for: key) { "id of \($0.text)" }
    }

    private let id = "01890a5d-ac96-774b-bcce-b302099a8057"

    @Test func aServiceGetsTheKeyThatItKnows() async throws {
        #expect(try await members("admin user show", "a@b.c") == ["user": ["email": "a@b.c"]])
        #expect(try await members("admin user role", "a@b.c") == ["user": ["email": "a@b.c"]])
        #expect(
            try await members("admin user disable", "anna") == ["user": ["displayName": "anna"]])
        #expect(try await members("profile block", "anna") == ["user": ["displayName": "anna"]])
        #expect(
            try await members("admin presence kick", id) == [
                "user": .object(["userId": .string(id)])
            ])
    }

    @Test func anotherKeyIsLookedUp() async throws {
        for (words, user) in [
            ("admin presence kick", "a@b.c"), ("admin presence kick", "anna"),
            ("admin name remove", "a@b.c"),
        ] {
            let members = try await members(words, user)
            #expect(members == ["user": .object(["userId": .string("id of \(user)")])], "\(words)")
        }
    }
}

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}
