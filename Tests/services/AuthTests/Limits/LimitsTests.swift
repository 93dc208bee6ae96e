import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct LimitsTests {
    /// Otherwise a caller who makes the service restart would be rid of the limits.
    @Test func everyLimitCountsOnAfterARestart() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            try await useEveryLimit(world)
            let before = try await meters(of: world)
            #expect(Set(before.map(\.key.name)) == Set(LimitName.allCases))
            let limits = world.auth.runtime.limits
            #expect(limits.rows(of: before.map(\.key)) == before)

            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            let next = world.auth.runtime.limits
            #expect(next.rows(of: before.map(\.key)) == before)
        }
    }

    /// Whatever keeps somebody out, an operator need not know which limit it is.
    @Test func whatWasCountedOfAPersonIsForgottenByTheirLogin() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.limits = LimitPolicies() }
            try await useEveryLimit(world)
            _ = try await world.asOperator.clearBan(
                ClearBanRequest(key: .login("anna@example.com")))
            let left = Set(try await meters(of: world).map(\.key.name))
            #expect(
                left == [
                    .address, .signUpAddress, .emailTakenAddress, .nameCheckAddress, .mailAddress,
                    .everyone, .mailEveryone,
                ])
        }
    }

    @Test func whatStrangersShareIsNotForgottenForOne() async throws {
        try await withAuth { world in
            let key = LimitKey.overflow(7, of: .account)
            let error = await failure {
                try await world.asOperator.clearBan(ClearBanRequest(key: .banID(key.text)))
            }
            #expect(error?.code == .failedPrecondition)
        }
    }

    private func meters(of world: AuthServer) async throws -> [BucketRow] {
        try await world.auth.store.buckets(now: 0)
    }

    private func useEveryLimit(_ world: AuthServer) async throws {
        let device = try await world.client.signUp(.anna()).deviceToken
        try await world.auth.settle()
        world.clock.advance(KnownDevice.trial)
        let tokens = try await world.client.signIn(
            SignInRequest(
                email: "anna@example.com", password: "correct horse", deviceToken: device)
        ).tokens
        let resent = await failure {
            try await world.auth.account.sendVerification(
                SendVerificationRequest(), options: .bearer(tokens))
        }
        #expect(resent == nil)
        let mail = try await world.newest(.verifyAddress)
        let refusal = await world.verify(mail.code, tokens)
        #expect(refusal == nil)

        let taken = await failure { try await world.client.signUp(.anna(name: "berta")) }
        #expect(taken?.reasons == [.emailTaken])
        let short = await failure {
            try await world.client.signUp(
                SignUpRequest(
                    email: "b@example.com", password: "short", displayName: "b"))
        }
        #expect(short?.reasons.contains(.passwordTooShort) == true)
        try await guessAtAFactor(world, tokens, device)

        for device in ["", device] {
            let right = SignInRequest(
                email: "anna@example.com", password: "correct horse", deviceToken: device)
            _ = try await world.client.signIn(right)
            let wrong = SignInRequest(
                email: "anna@example.com", password: "wrong", deviceToken: device)
            let error = await failure { try await world.client.signIn(wrong) }
            #expect(error?.reasons == [.wrongCredentials])
            _ = try await world.auth.account.requestPasswordReset(
                RequestPasswordResetRequest(email: "anna@example.com", deviceToken: device))
            try await world.settleResets()
        }
        let parts = try await world.auth.accountData.exportAccount(
            ExportAccountRequest(proof: .password("correct horse")), options: .bearer(tokens))
        while try await parts.next() != nil {}
        let unsure = await failure {
            try await world.auth.account.changePassword(
                ChangePasswordRequest(proof: .password("wrong"), newPassword: "battery staple"),
                options: .bearer(tokens))
        }
        #expect(unsure?.reasons == [.wrongCredentials])
    }

    /// As a stranger, on a known device, and in a session. The account has no factor afterwards.
    private func guessAtAFactor(
        _ world: AuthServer, _ tokens: Tokens?, _ device: String
    ) async throws {
        let app = try await world.enrol(tokens)
        let wrong = try app.wrongCode(at: world.clock)
        for device in ["", device] {
            let request = SignInRequest(
                email: "anna@example.com", password: "correct horse", deviceToken: device)
            let pending = try #require(try await world.client.signIn(request).pending)
            let error = await failure {
                try await world.client.continueSignIn(
                    ContinueSignInRequest(token: pending.token, step: .totpCode(wrong)))
            }
            #expect(error?.reasons == [.factorWrong])
        }
        for (code, reasons) in [(wrong, [.factorWrong]), (app.recoveryCodes[0], nil)]
            as [(String, [Reason]?)]
        {
            let error = await failure {
                try await world.factors.removeTotp(
                    RemoveTotpRequest(proof: .password("correct horse", code)),
                    options: .bearer(tokens))
            }
            #expect(error?.reasons == reasons)
        }
    }
}
