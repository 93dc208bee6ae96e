import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

/// The first way to sign in of an account that has none.
@Suite struct UpgradeAccountTests {
    @Test func theAccountKeepsItsIdNameAndSessions() async throws {
        try await withAuth { world in
            let request = SignUpAnonymouslyRequest.somebody(name: "anna")
            let first = try await world.client.signUpAnonymously(request)
            let second = try await world.client.signUpAnonymously(request)
            try await world.auth.settle()
            let session = try await world.upgrade(first.tokens, email: "Anna@example.com")
            #expect(session?.sessionID == first.session?.sessionID)
            #expect(session?.email == "Anna@example.com" && session?.isEmailVerified == false)
            for tokens in [first.tokens, second.tokens] {
                #expect(await world.end(of: tokens) == nil)
            }
            let account = try await world.account(first.tokens)
            #expect(!account.isAnonymous && account.passwordChangedAtMs == world.clock.now())
            #expect(account.addresses.map(\.email) == ["Anna@example.com"])
            #expect(account.addresses.allSatisfy { $0.isPrimary && $0.verifiedAtMs == 0 })
            let mail = try await world.newest(.verifyAddress)
            #expect(mail.recipient == "Anna@example.com")
            #expect(await world.verify(mail.code, first.tokens) == nil)
            let signedIn = try await world.signIn()
            #expect(signedIn.session?.userID == first.session?.userID)
            #expect(try await world.user(signedIn.session?.userID ?? "")?.displayName == "anna")
            try await world.expectWholeAccounts(count: 1)
        }
    }

    /// Another account is never merged with it.
    @Test func aTakenAddressIsSaidAndChangesNothing() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            let user = try await world.client.signUpAnonymously(.somebody())
            let error = await failure {
                try await world.upgrade(user.tokens, email: "ANNA@example.com")
            }
            #expect(error?.code == .alreadyExists && error?.reasons == [.emailTaken])
            #expect(try await world.account(user.tokens).isAnonymous)
            #expect(await world.end(of: user.tokens) == nil && anna.id != user.session?.userID)
            #expect(try await world.auth.count("credential") == 1)
        }
    }

    @Test func onlyAnAccountWithoutAWayInIsUpgraded() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            let user = try await world.client.signUpAnonymously(.somebody())
            try await world.upgrade(user.tokens, email: "ben@example.org")
            for tokens in [anna.tokens, user.tokens] {
                let error = await failure {
                    try await world.upgrade(tokens, email: "new@example.org")
                }
                #expect(error?.code == .failedPrecondition && error?.reasons == [.hasCredential])
            }
        }
    }

    @Test func everyBrokenRuleIsSaid() async throws {
        try await withAuth { world in
            let user = try await world.client.signUpAnonymously(.somebody(name: "annabella"))
            try await world.auth.settle()
            for (email, password, reasons) in [
                ("", "", [Reason.emailMissing, .passwordMissing]),
                ("anna", "short", [.emailMalformed, .passwordTooShort]),
                ("a@example.org", "Annabella", [.passwordSameAsIdentity]),
                ("a@example.org", "a@example.org", [.passwordSameAsIdentity]),
                ("a@example.org", "password1", [.passwordCommon]),
            ] {
                let error = await failure {
                    try await world.upgrade(user.tokens, email: email, password: password)
                }
                #expect(error?.reasons == reasons)
            }
            #expect(try await world.account(user.tokens).isAnonymous)
        }
    }

    /// Otherwise anonymous accounts would test lists of addresses.
    @Test func takenAddressesAreSaidAsOftenAsAtSignUps() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let user = try await world.client.signUpAnonymously(.somebody())
            try await world.stop()
            try await world.start { $0.limits[.emailTakenAddress] = LimitPolicy(1, per: 3600) }
            var reasons: [Reason] = []
            for _ in 0..<21 {
                reasons += await failure { try await world.upgrade(user.tokens) }?.reasons ?? []
            }
            #expect(reasons == Array(repeating: .emailTaken, count: 20) + [.tooManyAttempts])
        }
    }

    @Test func ofManyUpgradesAtOnceOneIsMade() async throws {
        for engine in TestEngine.allCases {
            try await TestEngine.$current.withValue(engine) {
                try await withAuth { world in
                    let users = [
                        try await world.client.signUpAnonymously(.somebody()),
                        try await world.client.signUpAnonymously(.somebody()),
                    ]
                    let done = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
                        for number in 0..<8 {
                            group.addTask {
                                await failure {
                                    try await world.upgrade(
                                        users[number % 2].tokens,
                                        email: number < 4
                                            ? "anna@example.com" : "b\(number)@example.org")
                                } == nil
                            }
                        }
                        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                    }
                    #expect(done == 2)
                    #expect(try await world.auth.count("address") == 2)
                    #expect(try await world.auth.count("credential") == 2)
                }
            }
        }
    }

    @Test func aSessionThatHasEndedUpgradesNothing() async throws {
        try await withAuth { world in
            let user = try await world.client.signUpAnonymously(.somebody())
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(user.tokens))
            let error = await failure { try await world.upgrade(user.tokens) }
            #expect(error?.reasons == [.sessionEnded])
            #expect(try await world.auth.count("address") == 0)
        }
    }
}
