import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

/// Accounts without an address and without a password.
@Suite struct SignUpAnonymouslyTests {
    @Test(arguments: ["", "anna"])
    func anAccountWithoutAnAddressIsAWholeOne(name: String) async throws {
        try await withAuth { world in
            let user = try await world.client.signUpAnonymously(.somebody(name: name))
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 1)
            #expect(await world.end(of: user.tokens) == nil)
            let account = try await world.account(user.tokens)
            #expect(account.isAnonymous && account.addresses.isEmpty)
            #expect(account.passwordChangedAtMs == 0)
            #expect(user.session?.email == "" && !user.deviceToken.isEmpty)
            #expect(try await world.mails().isEmpty)
            let id = user.session?.userID ?? ""
            #expect(try await world.user(id)?.displayName == name)
            // No password is that of an account without one.
            for password in ["", "correct horse"] {
                let error = await failure {
                    try await world.client.signIn(
                        SignInRequest(password: password, displayName: "anna"))
                }
                #expect(error?.reasons == [.wrongCredentials])
            }
        }
    }

    @Test func aRetryIsTheSameAccountForAnHour() async throws {
        try await withAuth { world in
            let request = SignUpAnonymouslyRequest.somebody(name: "anna")
            let first = try await world.client.signUpAnonymously(request)
            world.clock.advance(.seconds(3599))
            let second = try await world.client.signUpAnonymously(request)
            #expect(second.session?.userID == first.session?.userID)
            #expect(second.session?.sessionID != first.session?.sessionID)
            var other = request
            other.displayName = "ben"
            for (request, pause) in [(other, 0), (request, 1)] {
                world.clock.advance(.seconds(pause))
                let error = await failure { try await world.client.signUpAnonymously(request) }
                #expect(error?.reasons == [.idempotencyKeyReused])
            }
            #expect(try await world.auth.count("account") == 1)
        }
    }

    /// Its key would open a session of it.
    @Test func theKeyIsShownNowhere() {
        let request = SignUpAnonymouslyRequest.somebody()
        #expect(!request.idempotencyKey.isEmpty)
        #expect(!"\(request)".contains(request.idempotencyKey))
    }

    @Test func theKeyOfASignUpIsNotInTheDatabase() async throws {
        try await withAuth { world in
            let request = SignUpAnonymouslyRequest.somebody()
            _ = try await world.client.signUpAnonymously(request)
            #expect(try await !world.auth.store.holds(request.idempotencyKey))
        }
    }

    @Test func theKeyOpensNoAccountThatCanBeSignedInTo() async throws {
        try await withAuth { world in
            let request = SignUpAnonymouslyRequest.somebody()
            let user = try await world.client.signUpAnonymously(request)
            _ = try await world.upgrade(user.tokens)
            let error = await failure { try await world.client.signUpAnonymously(request) }
            #expect(error?.reasons == [.idempotencyKeyReused])
            // Nor does that of a sign-up with a password open it, or the other way round.
            let named = SignUpRequest.anna(
                email: "ben@example.org", name: "", key: request.idempotencyKey)
            #expect(try await world.client.signUp(named).id != user.session?.userID)
        }
    }

    @Test func aDisabledAccountIsOpenedByNoRetry() async throws {
        try await withAuth { world in
            let request = SignUpAnonymouslyRequest.somebody()
            let user = try await world.client.signUpAnonymously(request)
            _ = try await world.asOperator.disableUser(
                DisableUserRequest(user: .id(user.session?.userID ?? "")))
            let error = await failure { try await world.client.signUpAnonymously(request) }
            #expect(error?.reasons == [.idempotencyKeyReused])
            #expect(await world.end(of: user.tokens) == .sessionEnded)
        }
    }

    @Test func everyBrokenRuleIsSaid() async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.client.signUpAnonymously(
                    SignUpAnonymouslyRequest(idempotencyKey: "short", displayName: "a b"))
            }
            #expect(error?.reasons == [.idempotencyKeyMalformed, .displayNameBadCharacter])
            _ = try await world.client.signUpAnonymously(.somebody(name: "anna"))
            let taken = await failure {
                try await world.client.signUpAnonymously(.somebody(name: "Anna"))
            }
            #expect(taken?.reasons == [.displayNameTaken])
            try await world.expectWholeAccounts(count: 1)
        }
    }

    @Test func aDeploymentMayHaveNoneAndMayRequireAName() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.requiresDisplayName = true }
            let nameless = await failure { try await world.client.signUpAnonymously(.somebody()) }
            #expect(nameless?.reasons == [.displayNameMissing])
            try await world.stop()
            try await world.start { $0.allowsAnonymousAccounts = false }
            let off = await failure { try await world.client.signUpAnonymously(.somebody()) }
            #expect(off?.code == .failedPrecondition && off?.reasons == [.signInWayOff])
        }
    }

    @Test func theyCountAsSignUpsOfTheirAddress() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.limits[.signUpAddress] = LimitPolicy(2, per: 3600) }
            // Callers without an address share the limit of twenty.
            for _ in 0..<39 { _ = try await world.client.signUpAnonymously(.somebody()) }
            _ = try await world.client.signUp(.anna())
            for _ in 0..<2 {
                let error = await failure {
                    try await world.client.signUpAnonymously(.somebody())
                }
                #expect(error?.reasons == [.tooManyAttempts])
            }
            #expect(try await world.auth.count("account") == 40)
        }
    }

    /// Its owner can prove nothing else, however old the session is.
    @Test func aSessionProvesAllForAnAccountWithoutAWayIn() async throws {
        try await withAuth { world in
            let user = try await world.client.signUpAnonymously(.somebody())
            world.clock.advance(.days(20))
            let tokens = try await world.client.refresh(
                RefreshRequest(refreshToken: user.tokens?.refreshToken ?? "")
            ).tokens
            try await world.add("anna@example.org", tokens, proof: nil)
            #expect(try await !world.account(tokens).isAnonymous)
            // From now on there is another proof.
            let error = await failure {
                try await world.auth.accountData.deleteAccount(
                    DeleteAccountRequest(), options: .bearer(tokens))
            }
            #expect(error?.reasons == [.reauthenticationRequired])
        }
    }

    @Test func anAccountWithoutAWayInIsDeletedByItsOwner() async throws {
        try await withAuth { world in
            let user = try await world.client.signUpAnonymously(.somebody(name: "anna"))
            try await world.auth.settle()
            world.clock.advance(.seconds(301))
            _ = try await world.auth.accountData.deleteAccount(
                DeleteAccountRequest(), options: .bearer(user.tokens))
            try await world.auth.settle()
            try await world.expectWholeAccounts(count: 0)
        }
    }
}

extension SignUpAnonymouslyRequest {
    static func somebody(
        name: String = "", key: String = UUID().uuidString
    ) -> SignUpAnonymouslyRequest {
        SignUpAnonymouslyRequest(idempotencyKey: key, displayName: name, deviceLabel: "a phone")
    }
}

extension AuthServer {
    @discardableResult
    func upgrade(
        _ tokens: Tokens?, email: String = "anna@example.com", password: String = "correct horse"
    ) async throws -> Session? {
        try await client.upgradeAccount(
            UpgradeAccountRequest(email: email, password: password), options: .bearer(tokens)
        ).session
    }
}
