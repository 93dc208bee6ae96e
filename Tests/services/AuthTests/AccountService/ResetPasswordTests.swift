import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ResetPasswordTests {
    private static let new = "battery staple"

    @Test func anOverloadTakesNoTryAtACode() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.stop()
            let hasher = try PasswordHasher.cheap { $0.queueLimit = 0 }
            try await world.start(hasher: hasher)
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            try await whileBusy(hasher) {
                for _ in 0..<6 {
                    #expect(await world.reset(flow, code)?.reasons == [.overloaded])
                }
            }
            #expect(await world.reset(flow, code) == nil)
        }
    }

    @Test func aTryThatWasGivenBackIsThereAgain() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try #require(
                ChallengeKey(try await world.requestReset(), of: .resetPassword))
            let (store, now) = (world.auth.store, world.clock.now())
            for _ in 0..<20 {
                let challenge = try #require(try await store.takeTry(at: flow, now: now))
                try await store.refundTry(at: challenge)
            }
            #expect(try await store.takeTry(at: flow, now: now)?.triesUsed == 1)
        }
    }

    @Test func aForgottenPasswordIsReplacedByAnother() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let flow = try await world.requestReset("ANNA@example.com", locale: "fr")
            let mail = try await world.newest(.resetPassword)
            #expect(mail.recipient == "anna@example.com" && mail.locale == "fr")
            #expect(await world.reset(flow, mail.code) == nil)
            #expect(await world.signInError(Self.new) == nil)
            #expect(await world.signInError()?.reasons == [.wrongCredentials])
            #expect(await world.end(of: tokens) == .sessionEnded)
            // The mail arrived: somebody reads what is sent there.
            #expect(try await world.signInAgain(Self.new).session?.isEmailVerified == true)
        }
    }

    @Test func theLinkNeedsNoFlow() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            #expect(await world.reset(link: mail.linkToken) == nil)
            #expect(await world.signInError(Self.new) == nil)
            #expect(await world.reset(link: mail.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.reset(flow, mail.code)?.reasons == [.codeWrong])
        }
    }

    /// By the token that the reset answers: no other device is known any more.
    @Test func whoHasResetAPasswordGetsInThoughAStrangerGoesOnGuessing() async throws {
        try await withAuth { world in
            let old = try await world.client.signUp(.anna()).deviceToken
            try await world.stop()
            try await world.start { $0.limits[.account] = LimitPolicy(1, per: 900) }
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            let device = try await world.auth.account.resetPassword(
                ResetPasswordRequest(
                    proof: .mailedCode(MailedCode(flow: flow, code: code ?? "")),
                    newPassword: Self.new)
            ).deviceToken
            _ = await world.signInError("a guess")
            for (token, reasons) in [
                ("", [Reason.wrongCredentials]), (old, [.wrongCredentials]), (device, nil),
            ] {
                let error = await failure {
                    try await world.client.signIn(
                        SignInRequest(
                            email: "anna@example.com", password: Self.new, deviceToken: token))
                }
                #expect(error?.reasons == reasons)
            }
            #expect(try await world.auth.count("device") == 1)
        }
    }

    @Test func aResetEndsEverySession() async throws {
        try await withAuth { world in
            var sessions = [try await world.client.signUp(.anna()).tokens]
            for _ in 0..<3 { sessions.append(try await world.signIn().tokens) }
            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
            for tokens in sessions { #expect(await world.end(of: tokens) == .sessionEnded) }
            let ended = try await world.auth.count("session", where: "endReason = 'passwordReset'")
            #expect(ended == 4)
            #expect(try await world.mails(.passwordChanged).count == 1)
        }
    }

    /// A stranger who signed up with another's address keeps nothing of the account.
    @Test func whoReadsTheMailTakesAnAccountOverFromAStranger() async throws {
        try await withAuth { world in
            let stranger = try await world.client.signUp(.anna())
            try await world.auth.settle()
            _ = try await world.auth.account.startAddressChange(
                StartAddressChangeRequest(
                    proof: .password("correct horse"), newEmail: "stranger@example.org"),
                options: .bearer(stranger.tokens))
            #expect(
                try await world.auth.count("challenge", where: "purpose = 'changeAddressNew'") == 1)
            #expect(try await world.auth.count("device") == 1)

            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)

            #expect(await world.signInError()?.reasons == [.wrongCredentials])
            let refreshed = await failure {
                try await world.client.refresh(
                    RefreshRequest(refreshToken: stranger.tokens?.refreshToken ?? ""))
            }
            #expect(refreshed?.code == .unauthenticated)
            #expect(try await world.auth.count("device") == 1)
            #expect(
                try await world.auth.count("challenge", where: "purpose LIKE 'changeAddress%'") == 0
            )
            let owner = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: "battery staple"))
            let account = try await world.auth.account.getAccount(
                GetAccountRequest(), options: .bearer(owner.tokens))
            #expect(account.account?.primaryAddress?.email == "anna@example.com")
        }
    }

    @Test func aCodeIsForOneUse() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            #expect(await world.reset(flow, code) == nil)
            let again = await world.reset(flow, code, to: "another horse")
            #expect(again?.reasons == [.codeWrong])
            #expect(await world.signInError(Self.new) == nil)
        }
    }

    @Test func aCodeDiesWithThePasswordItWasFor() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let verification = try await world.newest(.verifyAddress)
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            _ = try await world.auth.account.changePassword(
                ChangePasswordRequest(proof: .password("correct horse"), newPassword: Self.new),
                options: .bearer(tokens))
            #expect(await world.reset(flow, mail.code)?.reasons == [.codeWrong])
            #expect(await world.reset(link: mail.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.verify(verification.code, tokens)?.reasons == [.codeExpired])
            #expect(await world.follow(verification.linkToken)?.reasons == [.linkInvalid])
            #expect(await world.signInError(Self.new) == nil)
        }
    }

    /// The second defence: even a row that was left behind opens nothing.
    @Test func aRowThatOutlivedAChangeOpensNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            try await world.auth.store.run(
                "UPDATE account SET credentialsChangedAtMs = credentialsChangedAtMs + 1")
            #expect(await world.reset(flow, mail.code)?.reasons == [.codeExpired])
            let verification = try await world.newest(.verifyAddress)
            #expect(await world.verify(verification.code, tokens)?.reasons == [.codeExpired])
        }
    }

    @Test func aCodeLivesToItsLastSecondAndNotOneLonger() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            world.clock.advance(.seconds(900))
            #expect(await world.reset(flow, mail.code)?.reasons == [.codeExpired])
            #expect(await world.reset(link: mail.linkToken)?.reasons == [.linkInvalid])
            world.clock.advance(.seconds(-1))
            #expect(await world.reset(flow, mail.code) == nil)
        }
    }

    @Test func aCodeIsDeadAfterFiveTriesFromWhereverTheyCome() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let code = try #require(try await world.newest(.resetPassword).code)
            for number in 0..<8 {
                let proof = MailedCode(flow: flow, code: code.otherCode)
                let context = CallContext(
                    method: "", peer: PeerIdentity(address: "203.0.\(number).7:1"))
                let error = await failure {
                    try await world.auth.runtime.account.resetPassword(
                        ResetPasswordRequest(proof: .mailedCode(proof), newPassword: Self.new),
                        context: context)
                }
                #expect(error?.reasons == [number < 5 ? .codeWrong : .codeExpired])
            }
            #expect(await world.reset(flow, code)?.reasons == [.codeExpired])
            #expect(await world.signInError() == nil)
        }
    }

    @Test func aHundredParallelGuessesCountAsAHundred() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let code = try #require(try await world.newest(.resetPassword).code)
            let errors = await withTaskGroup { group in
                for number in 0..<100 {
                    let guess = String(10_000_000 + number)
                    group.addTask { await world.reset(flow, guess == code ? "99999999" : guess) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0?.reasons == [.codeWrong] } == Challenge.tries)
            #expect(errors.count { $0?.reasons == [.codeExpired] } == 100 - Challenge.tries)
            #expect(await world.reset(flow, code)?.reasons == [.codeExpired])
        }
    }

    /// A caller who knows the id of a challenge, and not its secret, cannot even use up its tries.
    @Test func aFlowWithAnotherSecretIsNone() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            let id = try #require(OpaqueToken(flow, kind: .flow)).id
            for _ in 0..<10 {
                let forged = try OpaqueToken(kind: .flow, id: id)
                #expect(await world.reset(forged.text, code)?.reasons == [.codeExpired])
            }
            #expect(await world.reset(flow, code) == nil)
        }
    }

    @Test func ofAHundredUsesOfOneCodeAtOnceOneSucceeds() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            let errors = await withTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        number.isMultiple(of: 2)
                            ? await world.reset(flow, mail.code, to: "horse number \(number)")
                            : await world.reset(
                                link: mail.linkToken, to: "horse number \(number)")
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            let changes = try await world.mails(.passwordChanged)
            #expect(changes.count == 1)
        }
    }

    @Test func aRestartDoesNotGiveTriesBack() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let code = try #require(try await world.newest(.resetPassword).code)
            for _ in 0..<4 { _ = await world.reset(flow, code.otherCode) }
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy)
            #expect(await world.reset(flow, code.otherCode)?.reasons == [.codeWrong])
            #expect(await world.reset(flow, code)?.reasons == [.codeExpired])
        }
    }

    /// The effect comes to nothing: the password breaks a rule that is looked at after the code.
    @Test func aTryIsCountedThoughTheCallFails() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let code = try await world.newest(.resetPassword).code
            for _ in 0..<5 {
                let error = await world.reset(flow, code, to: "anna@example.com")
                #expect(error?.reasons == [.passwordSameAsIdentity])
            }
            #expect(await world.reset(flow, code)?.reasons == [.codeExpired])
        }
    }

    @Test func theNewPasswordIsNoneOfTheNames() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna(name: "anna.long")).tokens
            try await world.auth.settle()
            try await world.rename(to: "other.name", tokens)
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            for name in ["Anna@Example.com", "anna.LONG", "Other.Name"] {
                let reset = await world.reset(link: mail.linkToken, to: name)
                #expect(reset?.reasons == [.passwordSameAsIdentity], "\(name)")
                let change = await failure {
                    try await world.auth.account.changePassword(
                        ChangePasswordRequest(
                            proof: .password("correct horse"), newPassword: name),
                        options: .bearer(tokens))
                }
                #expect(change?.reasons == [.passwordSameAsIdentity], "\(name)")
            }
            #expect(await world.reset(flow, mail.code) == nil)
        }
    }

    @Test func aPasswordThatBreaksARuleCostsNoTry() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let flow = try await world.requestReset()
            let mail = try await world.newest(.resetPassword)
            for password in ["", "short", "password", String(repeating: "x", count: 3500)] {
                for _ in 0..<5 {
                    let error = await world.reset(flow, mail.code, to: password)
                    #expect(error?.code == .invalidArgument)
                    let other = await world.reset(link: mail.linkToken, to: password)
                    #expect(other?.reasons == error?.reasons)
                }
            }
            #expect(await world.reset(flow, mail.code) == nil)
        }
    }

    @Test func whoMustChooseAnotherPasswordDoesSoByAReset() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.auth.store.run("UPDATE account SET mustResetPassword = TRUE")
            #expect(await world.signInError()?.reasons == [.passwordResetRequired])
            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
            #expect(await world.signInError(Self.new) == nil)
        }
    }

    @Test func aProofIsNeeded() async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.auth.account.resetPassword(
                    ResetPasswordRequest(newPassword: Self.new))
            }
            #expect(error?.reasons == [.fieldMissing])
        }
    }
}

extension AuthServer {
    fileprivate func signInAgain(_ password: String) async throws -> SignInResponse {
        try await client.signIn(SignInRequest(email: "anna@example.com", password: password))
    }
}
