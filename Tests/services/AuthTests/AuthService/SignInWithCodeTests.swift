import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SignInWithCodeTests: SignsInByCode {
    @Test func theMailedCodeOpensASession() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            let flow = try await send(world)
            let code = try await world.newest(.signInCode).code ?? ""
            let spaced = code.prefix(4) + " – " + code.suffix(4)
            let answer = try await enter(world, flow, String(spaced))
            let session = try #require(answer.session)
            #expect(session.deviceLabel == "Anna's laptop" && session.platform == "Linux")
            #expect(session.email == "anna@example.com" && answer.pending == nil)
            #expect(await world.end(of: answer.tokens) == nil)
            // Its reader knows of it.
            #expect(try await world.mails(.newDevice).isEmpty)
            // The account knows the device from now on.
            let next = try await send(world, on: answer.deviceToken)
            let again = try await enter(
                world, next, try await world.newest(.signInCode).code, on: answer.deviceToken)
            #expect(again.deviceToken == answer.deviceToken)
        }
    }

    @Test func itIsNoUseOfThePassword() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            let flow = try await send(world)
            let answer = try await enter(world, flow, try await world.newest(.signInCode).code)
            let id = answer.session?.userID ?? ""
            #expect(try await world.stored(id).password?.lastUsedAt == nil)
        }
    }

    @Test func aCodeIsGoodOnceAndForItsFlowAlone() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            let flow = try await send(world)
            let code = try await world.newest(.signInCode).code
            let reset = try await world.requestReset()
            #expect(await error(world, reset, code)?.reasons == [.codeExpired])
            #expect(await world.reset(flow, code)?.reasons == [.codeExpired])
            #expect(await error(world, "", code)?.reasons == [.codeExpired])
            #expect(await error(world, flow, code) == nil)
            #expect(await error(world, flow, code)?.reasons == [.codeWrong])
        }
    }

    @Test func ofManyCallsWithTheCodeOneOpensASession() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            let flow = try await send(world)
            let code = try await world.newest(.signInCode).code
            let opened = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
                for _ in 0..<5 {
                    group.addTask { await error(world, flow, code) == nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(opened == 1)
            #expect(try await world.auth.count("session") == 2)
        }
    }

    /// Every step for an address that nobody has is answered as for one that somebody has.
    @Test func aCodeOfNobodyIsAnsweredAlike() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            _ = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            var answers: Set<[String]> = []
            for email in ["anna@example.com", "ben@example.com", "nobody@example.com"] {
                let flow = try await send(world, email)
                var errors: [String] = []
                for _ in 0..<7 {
                    let error = await error(world, flow, "12345678")
                    errors.append("\(error.debugDescription) \(error?.details ?? [])")
                }
                answers.insert(errors)
                #expect(Set(errors).count == 2)
            }
            #expect(answers.count == 1)
        }
    }

    @Test func aCodeExpiresAfterTenMinutesAndAfterFiveTries() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            let flow = try await send(world)
            let code = try #require(try await world.newest(.signInCode).code)
            for _ in 0..<5 {
                #expect(await error(world, flow, code.otherCode)?.reasons == [.codeWrong])
            }
            #expect(await error(world, flow, code)?.reasons == [.codeExpired])
            let second = try await send(world)
            let next = try await world.newest(.signInCode).code
            world.clock.advance(.seconds(600))
            #expect(await error(world, second, next)?.reasons == [.codeExpired])
        }
    }

    @Test func wrongCodesCountAsWrongPasswordsOfTheirAddress() async throws {
        try await withCodes(configure: { $0.limits[.address] = LimitPolicy(1, per: 600) }) {
            world in
            _ = try await world.verifiedAnna()
            var reasons: [Reason] = []
            for _ in 0..<5 {
                let flow = try await send(world, "nobody@example.com")
                for _ in 0..<5 { reasons += await error(world, flow, "12345678")?.reasons ?? [] }
            }
            // Callers without an address share the limit of twenty.
            let expected = Array(repeating: Reason.codeWrong, count: 20)
            #expect(reasons == expected + Array(repeating: .tooManyAttempts, count: 5))
        }
    }

    @Test func anotherPasswordOrARemovedAddressEndsTheCode() async throws {
        try await withCodes { world in
            let tokens = try await world.verifiedAnna()
            try await world.add("anna@example.org", tokens)
            let flow = try await send(world, "anna@example.org")
            let code = try await world.newest(.signInCode).code
            try await world.remove("anna@example.org", tokens, proof: .password("correct horse"))
            #expect(await error(world, flow, code)?.reasons == [.codeWrong])
            let second = try await send(world)
            let next = try await world.newest(.signInCode).code
            _ = try await world.auth.account.changePassword(
                ChangePasswordRequest(
                    proof: .password("correct horse"), newPassword: "battery staple"),
                options: .bearer(tokens))
            #expect(await error(world, second, next)?.reasons == [.codeWrong])
        }
    }

    @Test func aDisabledAccountAndAForcedResetAreNotOpened() async throws {
        try await withCodes { world in
            _ = try await world.verifiedAnna()
            let key = UserKey.email("anna@example.com")
            let flow = try await send(world)
            let code = try await world.newest(.signInCode).code
            _ = try await world.asOperator.disableUser(DisableUserRequest(user: key))
            #expect(await error(world, flow, code)?.reasons == [.codeExpired])
            _ = try await world.asOperator.enableUser(EnableUserRequest(user: key))
            _ = try await world.asOperator.forcePasswordReset(ForcePasswordResetRequest(user: key))
            #expect(await error(world, flow, code)?.reasons == [.passwordResetRequired])
        }
    }

    @Test func anAccountWithAFactorNeedsItBesideTheMailedCode() async throws {
        try await withCodes { world in
            let tokens = try await world.verifiedAnna()
            let app = try await world.enrol(tokens)
            let flow = try await send(world)
            let code = try await world.newest(.signInCode).code
            let sessions = try await world.auth.count("session")
            let pending = try #require(try await enter(world, flow, code).pending)
            #expect(pending.steps.contains(.totp) && !pending.steps.contains(.mailedCode))
            #expect(try await world.auth.count("session") == sessions)
            // The mailed code is used up, and is no second step.
            #expect(await error(world, flow, code)?.reasons == [.codeWrong])
            let again = await failure {
                try await world.client.continueSignIn(
                    ContinueSignInRequest(token: pending.token, step: .mailedCode(code ?? "")))
            }
            #expect(again?.reasons == [.codeExpired])
            let answer = try await world.client.continueSignIn(
                ContinueSignInRequest(
                    token: pending.token, step: .totpCode(app.code(at: world.clock, 1))))
            #expect(answer.session?.deviceLabel == "Anna's laptop")
        }
    }

    /// The mail was read already: another code of a mail would prove nothing more.
    @Test func aMailedCodeIsItsOwnSecondStepOnAnUnknownDevice() async throws {
        try await withCodes(configure: { $0.confirmsUnknownDevices = true }) { world in
            _ = try await world.verifiedAnna()
            let flow = try await send(world)
            let answer = try await enter(world, flow, try await world.newest(.signInCode).code)
            #expect(answer.pending == nil && answer.session != nil)
        }
    }
}
