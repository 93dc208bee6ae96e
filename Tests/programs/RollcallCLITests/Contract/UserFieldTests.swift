import MessageJSON
import Testing

@testable import rollcall

/// How commands name users in requests.
struct UserFieldTests {
    private func members(_ words: String, _ user: String) async throws -> [String: JSON] {
        let command = try #require(ContractCommands.all.first { $0.words == words })
        let field = try #require(command.user)
        let key = try #require(UserKey(argument: user))
        return try await field.members(for: key) { "id of \($0.text)" }
    }

    private let id = "01890a5d-ac96-774b-bcce-b302099a8057"

    @Test func aRequestGetsTheKeyThatItKnows() async throws {
        #expect(try await members("admin user show", "a@b.c") == ["email": "a@b.c"])
        #expect(try await members("admin user show", "anna") == ["displayName": "anna"])
        #expect(try await members("admin user show", id) == ["userId": .string(id)])
        #expect(try await members("profile block", "anna") == ["user": ["displayName": "anna"]])
    }

    @Test func anotherKeyIsLookedUp() async throws {
        #expect(try await members("admin user disable", "anna") == ["userId": "id of anna"])
        #expect(try await members("admin presence kick", "a@b.c") == ["userId": "id of a@b.c"])
        #expect(
            try await members("admin name remove", "a@b.c") == ["user": ["userId": "id of a@b.c"]])
    }

    @Test func aRoleIsGivenWithTheAddressThatFoundTheAccount() async throws {
        #expect(
            try await members("admin user role", "a@b.c")
                == ["userId": "id of a@b.c", "email": "a@b.c"])
        #expect(try await members("admin user role", "anna") == ["userId": "id of anna"])
    }
}

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}
