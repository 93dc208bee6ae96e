import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

@Suite struct ConfirmTotpTests {
    @Test func theFirstCodeGivesTheFactorAndTenRecoveryCodes() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let app = try await world.enrol(tokens)
            #expect(Set(app.recoveryCodes).count == 10)
            #expect(app.recoveryCodes.allSatisfy { $0.utf8.count == 11 })
            for code in app.recoveryCodes {
                #expect(try await !world.auth.store.holds(code))
                #expect(try await !world.auth.store.holds(code.replacing("-", with: "")))
            }
            #expect(try await world.newest(.totpAdded).recipient == "anna@example.com")
            #expect(await world.end(of: tokens) == nil)
            // The code that was confirmed with is used up.
            let pending = try await world.halfSignIn()
            let code = ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock))
            #expect(await world.refusal(pending.token, by: code)?.reasons == [.factorWrong])
        }
    }

    @Test func aWrongCodeChangesNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let app = try AuthenticatorApp(try await world.startTotp(tokens).secret)
            for code in ["", "x", "12345678", try app.wrongCode(at: world.clock)] {
                let error = await failure { try await world.confirmTotp(code, tokens) }
                #expect(error?.code == .invalidArgument && error?.reasons == [.factorWrong])
            }
            #expect(try await world.signIn(from: 1).session != nil)
            #expect(try await world.confirmTotp(app.code(at: world.clock), tokens).count == 10)
        }
    }

    @Test func wrongCodesCountForTheSession() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            try await world.stop()
            try await world.start { $0.limits[.session] = LimitPolicy(2, per: 600) }
            world.clock.advance(.seconds(1))
            let app = try AuthenticatorApp(try await world.startTotp(tokens).secret)
            let wrong = try app.wrongCode(at: world.clock)
            for number in 0..<3 {
                let error = await failure { try await world.confirmTotp(wrong, tokens) }
                #expect(error?.reasons == [number < 2 ? .factorWrong : .tooManyAttempts])
            }
        }
    }

    @Test func aSecretThatIsOldReplacedUsedOrWasNeverMadeIsExpired() async throws {
        try await withAuth { world in
            var tokens = try await world.verifiedAnna()
            func reasons(
                _ app: AuthenticatorApp, _ tokens: Tokens?
            ) async throws -> [Reason]? {
                let code = try app.code(at: world.clock)
                return await failure { try await world.confirmTotp(code, tokens) }?.reasons
            }
            let never = try AuthenticatorApp(String(repeating: "A", count: 32))
            #expect(try await reasons(never, tokens) == [.codeExpired])
            let replaced = try AuthenticatorApp(try await world.startTotp(tokens).secret)
            let old = try AuthenticatorApp(try await world.startTotp(tokens).secret)
            #expect(try await reasons(replaced, tokens) == [.factorWrong])
            world.clock.advance(.seconds(900))
            tokens = try await world.client.refresh(
                RefreshRequest(refreshToken: tokens?.refreshToken ?? "")
            ).tokens
            #expect(try await reasons(old, tokens) == [.codeExpired])
            let used = try await world.enrol(tokens)
            world.clock.advance(.seconds(30))
            #expect(try await reasons(used, tokens) == [.codeExpired])
        }
    }

    @Test func aNewFactorEndsOpenCodes() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            _ = try await world.enrol(tokens)
            #expect(await world.reset(flow, code) != nil)
            #expect(await world.signInError() == nil)
        }
    }
}

@Suite(.onEachEngine) struct InterruptedEnrolmentTests {
    @Test func ofManyConfirmationsAtOnceOneSucceeds() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let app = try AuthenticatorApp(try await world.startTotp(tokens).secret)
            let code = try app.code(at: world.clock)
            let outcomes = await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { try? await world.confirmTotp(code, tokens) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let codes = try #require(outcomes.compactMap(\.self).first)
            #expect(outcomes.compactMap(\.self).count == 1)
            #expect(try await world.auth.count("recoveryCode") == 10)
            #expect(try await world.mails(.totpAdded).count == 1)
            // The codes that were answered are those that are kept.
            let pending = try await world.halfSignIn()
            #expect(await world.refusal(pending.token, by: .recoveryCode(codes[9])) == nil)
        }
    }

    @Test func anEnrolmentThatCannotBeStoredLeavesTheAccountAsItWas() async throws {
        try await withAuth { world in
            let tokens = try await world.verifiedAnna()
            let app = try AuthenticatorApp(try await world.startTotp(tokens).secret)
            let code = try app.code(at: world.clock)
            for table in ["recoveryCode", "mail"] {
                try await world.auth.store.refuseInserts(into: table)
                await #expect(throws: (any Error).self) {
                    try await world.confirmTotp(code, tokens)
                }
                try await world.auth.store.refuseNothing()
                #expect(try await world.signIn(from: 1).session != nil)
            }
            #expect(try await world.confirmTotp(code, tokens).count == 10)
        }
    }
}
