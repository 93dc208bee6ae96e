import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// Sign-ins to an account with a second factor.
@Suite struct FactorSignInTests {
    @Test func everySignInAsksForTheFactorAlsoOnAKnownDevice() async throws {
        try await withAuth { world in
            let (anna, _) = try await world.protectedAnna()
            var known = SignInRequest.anna
            known.deviceToken = anna.deviceToken
            for request in [SignInRequest.anna, known] {
                let response = try await world.signIn(request, from: 1)
                #expect(response.session == nil && response.tokens == nil)
                #expect(response.deviceToken.isEmpty)
                let pending = try #require(response.pending)
                #expect(pending.steps == [.totp, .recoveryCode])
                #expect(pending.expiresAtMs == world.clock.now() + 600_000)
                #expect(try await !world.auth.store.holds(pending.token))
            }
            #expect(try await world.auth.count("session") == 1)
            #expect(try await world.mails(.signIn).isEmpty)
        }
    }

    @Test func aCodeOfTheAppOpensTheSession() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let pending = try await world.halfSignIn()
            let code = try app.code(at: world.clock)
            let response = try await world.goOn(pending.token, by: .totpCode(code))
            #expect(response.session?.userID == anna.session?.userID)
            #expect(response.session?.deviceLabel == "Anna's laptop")
            #expect(await world.end(of: response.tokens) == nil)
            #expect(!response.deviceToken.isEmpty)
            #expect(try await world.mails(.newDevice).count == 1)

            // The device is known from now on, and keeps its token.
            world.clock.advance(.seconds(30))
            var known = SignInRequest.anna
            known.deviceToken = response.deviceToken
            let next = try await world.halfSignIn(known)
            let again = try await world.goOn(
                next.token, by: .totpCode(try app.code(at: world.clock)))
            #expect(again.session != nil && again.deviceToken.isEmpty)
            #expect(try await world.mails(.newDevice).count == 1)
            #expect(try await world.auth.count("device") == 2)
        }
    }

    /// S5.
    @Test func noCodeIsGoodTwiceNorOneBeforeIt() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            let codes = try (-1...1).map { try app.code(at: world.clock, $0) }
            let first = try await world.halfSignIn()
            try await world.goOn(first.token, by: .totpCode(codes[1]))
            let second = try await world.halfSignIn()
            for code in [codes[1], codes[0]] {
                let error = await world.refusal(second.token, by: .totpCode(code))
                #expect(error?.code == .invalidArgument && error?.reasons == [.factorWrong])
                let fields = error?.detail(ErrorInfo.self)?.violations.map(\.field)
                #expect(fields == ["totp_code"])
            }
            #expect(await world.refusal(second.token, by: .totpCode(codes[2])) == nil)
        }
    }

    @Test func aRecoveryCodeSignsInOnceAndTheOwnerIsTold() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            let code = app.recoveryCodes[3]
            let first = try await world.halfSignIn()
            let response = try await world.goOn(
                first.token, by: .recoveryCode(code.uppercased().replacing("-", with: " ")))
            let mail = try await world.newest(.recoveryCodeUsed)
            #expect(mail.recipient == "anna@example.com")
            #expect(mail.variables.contains(#""codes_left":"9""#))
            #expect(mail.variables.contains("Anna's laptop"))
            #expect(try await world.codesLeft(response.tokens) == 9)
            let second = try await world.halfSignIn()
            for text in [code, "00000-00000"] {
                let error = await world.refusal(second.token, by: .recoveryCode(text))
                #expect(error?.reasons == [.factorWrong])
            }
            #expect(
                await world.refusal(second.token, by: .recoveryCode(app.recoveryCodes[4])) == nil)
        }
    }

    /// The two proofs would be the same: who reads the mail has both
    /// (https://github.com/ory/kratos/issues/4317).
    @Test func aMailedCodeIsNoSecondFactor() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            try await world.stop()
            try await world.start { $0.confirmsUnknownDevices = true }
            let pending = try await world.halfSignIn()
            #expect(pending.steps == [.totp, .recoveryCode])
            #expect(try await world.mails(.signIn).isEmpty)
            let flow = try await world.requestReset()
            let mailed = try await world.newest(.resetPassword).code ?? ""
            for (token, step) in [
                (pending.token, ContinueSignInRequest.Step.mailedCode(mailed)),
                (flow, .mailedCode(mailed)), (flow, .totpCode(try app.code(at: world.clock))),
            ] {
                #expect(await world.refusal(token, by: step)?.reasons == [.codeExpired])
            }
            #expect(await world.reset(pending.token, mailed)?.reasons == [.codeExpired])
        }
    }

    @Test func aResetByMailLeavesTheFactor() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            #expect(await world.reset(flow, code) == nil)
            var request = SignInRequest.anna
            request.password = "battery staple"
            let pending = try await world.halfSignIn(request)
            let step = ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock))
            #expect(await world.refusal(pending.token, by: step) == nil)
        }
    }

    @Test func aSignUpThatIsRepeatedIsNoWayAroundTheFactor() async throws {
        try await withAuth { world in
            let form = SignUpRequest.anna()
            let tokens = try await world.client.signUp(form).tokens
            _ = try await world.enrol(tokens)
            let error = await failure { try await world.client.signUp(form) }
            #expect(error?.reasons == [.idempotencyKeyReused])
            #expect(try await world.auth.count("session") == 1)
        }
    }
}

/// What somebody can do who knows the password.
@Suite struct HostileFactorTests {
    /// R3.
    @Test func whatCannotBeACodeIsNoGuessAndARecoveryCodeCannotBeGuessed() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            try await world.stop()
            try await world.start { $0.limits[.factorAccount] = LimitPolicy(5, per: 86_400) }
            world.clock.advance(.seconds(1))
            let pending = try await world.halfSignIn()
            let wrong = try app.wrongCode(at: world.clock)
            for step in [
                ContinueSignInRequest.Step.totpCode(""), .totpCode("12345678"),
                .recoveryCode("123456"), .recoveryCode(String(repeating: "x", count: 3000)),
                .recoveryCode("00000-00000"),
            ] + [ContinueSignInRequest.Step](repeating: .totpCode(wrong), count: 5) {
                let error = await world.refusal(pending.token, by: step)
                #expect(error?.reasons == [.factorWrong])
            }
            let code = ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock))
            #expect(await world.refusal(pending.token, by: code)?.reasons == [.tooManyAttempts])
            #expect(try await world.auth.count("session") == 1)
            let recovery = ContinueSignInRequest.Step.recoveryCode(app.recoveryCodes[0])
            #expect(await world.refusal(pending.token, by: recovery) == nil)
        }
    }

    /// R3: a correct password begins another sign-in, as often as one likes.
    @Test func wrongCodesCountForTheAccountFromWhereverTheyCome() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            try await world.stop()
            try await world.start { $0.limits[.factorAccount] = LimitPolicy(10, per: 86_400) }
            world.clock.advance(.seconds(1))
            let wrong = try app.wrongCode(at: world.clock)
            for number in 0..<12 {
                let pending = try await world.halfSignIn(from: number)
                let error = await world.refusal(
                    pending.token, by: .totpCode(wrong), from: number)
                #expect(error?.reasons == [number < 10 ? .factorWrong : .tooManyAttempts])
            }
            // Also across a restart, for the correct code too.
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy) {
                $0.limits[.factorAccount] = LimitPolicy(10, per: 86_400)
            }
            let pending = try await world.halfSignIn(from: 20)
            let code = ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock))
            #expect(
                await world.refusal(pending.token, by: code, from: 20)?.reasons
                    == [.tooManyAttempts])
            // The owner has two other ways.
            var known = SignInRequest.anna
            known.deviceToken = anna.deviceToken
            let own = try await world.halfSignIn(known, from: 20)
            #expect(await world.refusal(own.token, by: code, from: 20) == nil)
            let recovery = ContinueSignInRequest.Step.recoveryCode(app.recoveryCodes[0])
            #expect(await world.refusal(pending.token, by: recovery, from: 20) == nil)
        }
    }

    @Test func wrongCodesCountForTheAddressOrTheKnownDevice() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            try await world.stop()
            try await world.start {
                $0.limits[.address] = LimitPolicy(2, per: 600)
                $0.limits[.device] = LimitPolicy(2, per: 600)
            }
            world.clock.advance(.seconds(1))
            let wrong = ContinueSignInRequest.Step.totpCode(try app.wrongCode(at: world.clock))
            var known = SignInRequest.anna
            known.deviceToken = anna.deviceToken
            let own = try await world.halfSignIn(known, from: 1)
            let stranger = try await world.halfSignIn(from: 1)
            for pending in [own, stranger] {
                for number in 0..<3 {
                    let error = await world.refusal(pending.token, by: wrong, from: 1)
                    #expect(error?.reasons == [number < 2 ? .factorWrong : .tooManyAttempts])
                }
            }
        }
    }

    /// R3: somebody has the password, and what the device is known by.
    @Test func aCorrectPasswordRefundsNoWrongCodesOfAKnownDevice() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            try await world.stop()
            try await world.start { $0.limits[.factorDevice] = LimitPolicy(3, per: 600) }
            world.clock.advance(.seconds(1))
            let wrong = ContinueSignInRequest.Step.totpCode(try app.wrongCode(at: world.clock))
            var known = SignInRequest.anna
            known.deviceToken = anna.deviceToken
            for number in 0..<5 {
                let pending = try await world.halfSignIn(known)
                let error = await world.refusal(pending.token, by: wrong)
                #expect(error?.reasons == [number < 3 ? .factorWrong : .tooManyAttempts])
            }
        }
    }

    /// Before the password was right, nothing says whether there is a factor.
    @Test func aWrongPasswordIsAnsweredAlikeWithAndWithoutAFactor() async throws {
        try await withAuth { world in
            _ = try await world.protectedAnna()
            _ = try await world.newUser("ben")
            let hasher = try PasswordHasher.cheap()
            try await world.stop()
            try await world.start(hasher: hasher)
            var errors: Set<String> = []
            for email in ["anna@example.com", "ben@example.com", "nobody@example.com"] {
                let error = await world.signInError("wrong horse", email: email)
                #expect(error?.reasons == [.wrongCredentials])
                errors.insert("\(error.debugDescription) \(error?.details ?? [])")
            }
            #expect(errors.count == 1 && hasher.hashCount == 3)
        }
    }

    @Test func everyTokenThatIsOfNoUseIsAnsweredAlike() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            let old = try await world.halfSignIn()
            world.clock.advance(.seconds(600))
            let used = try await world.halfSignIn()
            try await world.goOn(used.token, by: .totpCode(try app.code(at: world.clock)))
            world.clock.advance(.seconds(30))
            let open = try await world.halfSignIn()
            let code = ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock))
            var errors: Set<String> = []
            for token in [old.token, used.token, "", "x", open.token + "x"] {
                let error = await world.refusal(token, by: code)
                #expect(error?.code == .notFound && error?.reasons == [.codeExpired])
                errors.insert("\(error.debugDescription) \(error?.details ?? [])")
            }
            #expect(errors.count == 1)
            // None of them was a try at the one that is open, or has used up the code.
            #expect(await world.refusal(open.token, by: code) == nil)
        }
    }

    @Test func signInsOfManyAddressesFillNothing() async throws {
        try await withAuth { world in
            _ = try await world.protectedAnna()
            let meters = try await world.auth.count("meter")
            for _ in 0..<20 {
                for number in 0..<3 { _ = try await world.halfSignIn(from: number) }
            }
            #expect(try await world.auth.count("challenge") == 0)
            #expect(try await world.auth.count("usedAttempt") == 0)
            #expect(try await world.auth.count("meter") == meters)
        }
    }
}

/// What happens to the account, the database or the process between the two steps.
@Suite(.onEachEngine) struct InterruptedFactorTests {
    /// S5.
    @Test func ofManySignInsAtOnceWithOneCodeOneSucceeds() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            for step in [
                ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock)),
                .recoveryCode(app.recoveryCodes[0]),
            ] {
                let before = try await world.auth.count("session")
                var tokens: [String] = []
                for number in 0..<8 {
                    tokens.append(try await world.halfSignIn(from: number).token)
                }
                let errors = await withTaskGroup { group in
                    for (number, token) in tokens.enumerated() {
                        group.addTask { await world.refusal(token, by: step, from: number) }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(errors.count { $0 == nil } == 1)
                #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.factorWrong] })
                #expect(try await world.auth.count("session") == before + 1)
            }
        }
    }

    @Test func oneSignInOpensOneSessionWhateverItsCodes() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let pending = try await world.halfSignIn()
            let errors = await withTaskGroup { group in
                for code in app.recoveryCodes.prefix(5) {
                    group.addTask { await world.refusal(pending.token, by: .recoveryCode(code)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.codeExpired] })
            // Those that opened nothing are not used up.
            #expect(try await world.codesLeft(anna.tokens) == 9)
        }
    }

    @Test func whatHasChangedSinceThePasswordEndsTheSignIn() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let user = UserKey.id(anna.id)
            let admin = world.asOperator
            func expect(
                _ reason: Reason, _ request: SignInRequest = .anna,
                after change: () async throws -> Void
            ) async throws {
                let pending = try await world.halfSignIn(request)
                try await change()
                let code = ContinueSignInRequest.Step.recoveryCode(app.recoveryCodes[9])
                #expect(await world.refusal(pending.token, by: code)?.reasons == [reason])
            }
            try await expect(.codeExpired) {
                _ = try await world.factors.makeRecoveryCodes(
                    MakeRecoveryCodesRequest(
                        proof: .password("correct horse", try app.code(at: world.clock))),
                    options: .bearer(anna.tokens))
            }
            try await expect(.codeExpired) {
                _ = try await admin.disableUser(DisableUserRequest(user: user))
            }
            _ = try await admin.enableUser(EnableUserRequest(user: user))
            try await expect(.passwordResetRequired) {
                _ = try await admin.forcePasswordReset(ForcePasswordResetRequest(user: user))
            }
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            #expect(await world.reset(flow, code) == nil)
            var request = SignInRequest.anna
            request.password = "battery staple"
            try await expect(.codeExpired, request) {
                _ = try await admin.removeFactors(RemoveFactorsRequest(user: user))
            }
            #expect(try await world.signIn(request, from: 1).session != nil)
        }
    }

    @Test func aSignInThatCannotBeStoredUsesNoCodeUp() async throws {
        try await withAuth { world in
            let (anna, app) = try await world.protectedAnna()
            let pending = try await world.halfSignIn()
            try await world.auth.store.refuseInserts(into: "device")
            let steps = [
                ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock)),
                .recoveryCode(app.recoveryCodes[0]),
            ]
            for step in steps {
                await #expect(throws: (any Error).self) {
                    try await world.goOn(pending.token, by: step)
                }
            }
            try await world.auth.store.refuseNothing()
            #expect(try await world.codesLeft(anna.tokens) == 10)
            #expect(await world.refusal(pending.token, by: steps[0]) == nil)
        }
    }
}

@Suite struct CrashedFactorTests {
    /// S5.
    @Test func aCodeThatOpenedASessionIsUsedUpAlsoAfterACrash() async throws {
        try await withAuth { world in
            let (_, app) = try await world.protectedAnna()
            let code = ContinueSignInRequest.Step.totpCode(try app.code(at: world.clock))
            let recovery = ContinueSignInRequest.Step.recoveryCode(app.recoveryCodes[0])
            let pending = [
                try await world.halfSignIn(from: 1), try await world.halfSignIn(from: 2),
            ]
            let before = try world.copy()
            try await world.goOn(pending[0].token, by: code)
            try await world.goOn(pending[1].token, by: recovery)
            let after = try world.copy()
            try await world.stop()
            try await world.start(path: after)
            let next = try await world.halfSignIn(from: 3)
            for step in [code, recovery] {
                #expect(await world.refusal(next.token, by: step)?.reasons == [.factorWrong])
            }
            #expect(await world.refusal(pending[0].token, by: code)?.reasons == [.codeExpired])
            #expect(try await world.auth.count("session") == 3)
            try await world.stop()
            try await world.start(path: before)
            #expect(await world.refusal(pending[0].token, by: code) == nil)
        }
    }
}
