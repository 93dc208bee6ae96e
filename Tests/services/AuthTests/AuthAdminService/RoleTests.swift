import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct RoleTests {
    @Test func aTokenSaysWhatTheAccountMayDo() async throws {
        try await withAuth { world in
            let signedUp = try await world.client.signUp(.anna())
            #expect(try await world.caller(signedUp.tokens)?.isAdmin == false)
            try await world.setColumn("role", to: "admin")
            let refreshed = try await world.client.refresh(
                RefreshRequest(refreshToken: signedUp.tokens?.refreshToken ?? ""))
            #expect(try await world.caller(refreshed.tokens)?.isAdmin == true)
            #expect(try await world.caller(world.signIn().tokens)?.isAdmin == true)
            // What was signed before says what was true then.
            #expect(try await world.caller(signedUp.tokens)?.isAdmin == false)
        }
    }

    @Test func anAdministratorIsOneOnlyAsLongAsTheAccountSaysSo() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.setColumn("role", to: "admin")
            let tokens = try await world.signIn().tokens
            try await world.setColumn("role", to: "user")
            let demoted = try await world.caller(tokens)
            #expect(demoted?.isAdmin == false && demoted?.userID != nil)
            try await world.setColumn("role", to: "admin")
            #expect(try await world.caller(tokens)?.isAdmin == true)
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(tokens))
            #expect(try await world.caller(tokens)?.isAdmin == false)
        }
    }

    @Test func aDisabledAccountIsLikeAnUnknownOne() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let now = world.clock.now()
            try await world.setColumn("disabledUntilMs", to: now + 10_000)
            let disabled = await failure { try await world.signIn() }
            let unknown = await failure {
                try await world.client.signIn(
                    SignInRequest(email: "nobody@example.com", password: "correct horse"))
            }
            #expect(disabled == unknown && disabled?.reasons == [.wrongCredentials])
            world.clock.advance(.seconds(10))
            _ = try await world.signIn()
        }
    }

    @Test func theRightPasswordOfADisabledAccountCountsAsAWrongOne() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.setColumn("disabledUntilMs", to: Int64.max)
            try await world.stop()
            try await world.start { $0.limits[.account] = LimitPolicy(3, per: 900) }
            for _ in 0..<4 { _ = await failure { try await world.signIn() } }
            try await world.setColumn("disabledUntilMs", to: nil as Int64?)
            // The limit is reached, as if those had been guesses.
            let error = await failure { try await world.signIn() }
            #expect(error?.reasons == [.wrongCredentials])
            world.clock.advance(.seconds(900))
            _ = try await world.signIn()
        }
    }

    @Test func aRepeatedSignUpDoesNotOpenADisabledAccount() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            _ = try await world.client.signUp(request)
            try await world.setColumn("disabledUntilMs", to: Int64.max)
            let error = await failure { try await world.client.signUp(request) }
            #expect(error?.reasons == [.idempotencyKeyReused])
        }
    }

    @Test func aPasswordThatMustBeReplacedIsNoGoodForSigningIn() async throws {
        try await withAuth { world in
            let request = SignUpRequest.anna()
            _ = try await world.client.signUp(request)
            try await world.setColumn("mustResetPassword", to: true)
            let right = await failure { try await world.signIn() }
            #expect(right?.code == .unauthenticated && right?.reasons == [.passwordResetRequired])
            let again = await failure { try await world.client.signUp(request) }
            #expect(again?.reasons == [.passwordResetRequired])
            let wrong = await failure {
                try await world.client.signIn(
                    SignInRequest(email: "anna@example.com", password: "wrong horse"))
            }
            #expect(wrong?.reasons == [.wrongCredentials])
        }
    }

    @Test func noSessionIsOpenedOnceTheAccountIsDisabled() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let store = world.auth.store
            let email = try EmailAddress("anna@example.com")
            let account = try #require(try await store.account(email: email))
            try await world.setColumn("disabledUntilMs", to: Int64.max)
            let issuer = world.auth.runtime.issuer
            let (session, token) = try issuer.newSession(
                of: account.id, on: SessionDevice(), CallContext(method: "test"))
            let (device, _) = try issuer.newDevice(of: account.id)
            let isOpen = try await store.open(
                session, refreshedBy: token, of: account, on: device, AuthConfiguration())
            #expect(!isOpen)
        }
    }
}

extension AuthServer {
    /// Whom a call with the tokens comes from, as Auth sees it.
    func caller(_ tokens: Tokens?) async throws -> UserIdentity? {
        let metadata = try CallOptions.bearer(tokens).metadata
        let context = CallContext(method: "test", metadata: metadata)
        let caller = try await auth.runtime.authenticator.authenticate(context)
        guard case .user(let identity) = caller else { return nil }
        return identity
    }

    /// Sets a column of every account.
    func setColumn(_ name: String, to value: some SQLValue) async throws {
        try await auth.store.run(
            Command(SQL(stringLiteral: "UPDATE account SET \(name) = $1")), value)
    }
}
