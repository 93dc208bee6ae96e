import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Auth

@Suite struct CheckPasswordTests {
    private func check(_ request: CheckPasswordRequest) async throws -> CheckPasswordResponse {
        var answer = CheckPasswordResponse()
        try await withAuth { answer = try await $0.auth.account.checkPassword(request) }
        return answer
    }

    @Test func aHardPasswordBreaksNoRule() async throws {
        let answer = try await check(.init(password: "correct horse battery staple"))
        #expect(answer.score == 4 && answer.weakness == .unspecified)
        #expect(answer.violations.isEmpty)
    }

    @Test func theRulesAreThoseOfSignUp() async throws {
        let answer = try await check(
            .init(password: "ANNA@example.com", email: "anna@example.com"))
        #expect(answer.score < 2 && answer.weakness == .identity)
        #expect(answer.violations.map(\.reason) == [.passwordSameAsIdentity])
        #expect(answer.violations.map(\.field) == ["password"])
        #expect(try await check(.init()).violations.map(\.reason) == [.passwordMissing])
        let common = try await check(.init(password: "password"))
        #expect(common.violations.map(\.reason) == [.passwordCommon])
        #expect(common.weakness == .word)
    }

    @Test(arguments: [
        ("aaaaaaaaaaaa", PasswordWeakness.repeat), ("abcdefghijkl", .sequence),
        ("13.05.1987", .date), ("zxcvfr43edc", .keys), ("berta1987", .identity),
    ])
    func itSaysWhatIsWeak(_ password: String, _ weakness: PasswordWeakness) async throws {
        let answer = try await check(.init(password: password, displayName: "berta"))
        #expect(answer.weakness == weakness)
    }

    @Test func thePasswordIsInNoLog() async throws {
        try await withAuth { world in
            _ = try await world.auth.account.checkPassword(.init(password: "tr0ub4dor and 3"))
            #expect(!world.log.text.contains("tr0ub4dor"))
        }
    }
}
