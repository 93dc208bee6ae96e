import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

@Suite struct ContinueSignInTests: ConfirmsSignIns {
    @Test(arguments: [
        SignInRequest(email: "anna@example.com"), SignInRequest(displayName: "anna"),
    ])
    func theMailedCodeOpensTheSessionOfTheDevice(_ login: SignInRequest) async throws {
        try await withConfirmation { world, anna in
            var request = login
            (request.password, request.deviceLabel) = ("correct horse", "Anna's laptop")
            (request.platform, request.appVersion) = ("Linux", "7.1")
            let pending = try await pending(world, request)
            let mail = try await world.newest(.signIn)
            #expect(mail.recipient == "anna@example.com")
            #expect(mail.variables.contains("Anna's laptop"))
            #expect(mail.variables.contains("203.0.113.0/24"))

            let response = try await world.goOn(pending.token, mail.code)
            let session = try #require(response.session)
            #expect(session.userID == anna.session?.userID)
            #expect(session.deviceLabel == "Anna's laptop" && session.platform == "Linux")
            #expect(session.appVersion == "7.1" && session.isEmailVerified)
            let own = try await world.client.getSession(
                GetSessionRequest(), options: .bearer(response.tokens))
            #expect(own.session == session)
            #expect(try await world.mails(.newDevice).isEmpty)

            // The account knows the device from now on.
            request.deviceToken = response.deviceToken
            let next = try await world.signIn(request, from: 1)
            #expect(next.pending == nil && next.deviceToken == response.deviceToken)
            #expect(try await world.mails(.signIn).count == 1)
        }
    }

    @Test func nothingIsOpenedBeforeTheSecondStep() async throws {
        try await withConfirmation { world, _ in
            let response = try await world.signIn(from: 1)
            #expect(response.session == nil && response.tokens == nil)
            #expect(response.deviceToken.isEmpty)
            let pending = try #require(response.pending)
            #expect(pending.expiresAtMs == world.clock.now() + 600_000)
            #expect(pending.steps == [.mailedCode])
            #expect(try await world.auth.count("session") == 1)
            #expect(try await world.auth.count("device") == 1)
            let code = try #require(try await world.newest(.signIn).code)
            for secret in [pending.token, code] {
                #expect(try await !world.auth.store.holds(secret))
            }
        }
    }

    @Test func aKnownDeviceNeedsNoSecondStep() async throws {
        try await withConfirmation { world, anna in
            let known = SignInRequest(
                email: "anna@example.com", password: "correct horse",
                deviceToken: anna.deviceToken)
            #expect(try await world.signIn(known, from: 1).session != nil)
            // After a reset, the device of the reset is the only one that is known.
            let flow = try await world.requestReset()
            let reset = try await world.auth.account.resetPassword(
                ResetPasswordRequest(
                    proof: .mailedCode(
                        MailedCode(
                            flow: flow, code: try await world.newest(.resetPassword).code ?? "")),
                    newPassword: "battery staple"))
            for (token, isKnown) in [(anna.deviceToken, false), (reset.deviceToken, true)] {
                let request = SignInRequest(
                    email: "anna@example.com", password: "battery staple", deviceToken: token)
                #expect((try await world.signIn(request, from: 1).session != nil) == isKnown)
            }
        }
    }

    @Test func nobodyIsAskedToReadAnAddressThatIsNotVerified() async throws {
        try await withConfirmation { world, _ in
            _ = try await world.client.signUp(.anna(email: "berta@example.com", name: "berta"))
            let request = SignInRequest(email: "berta@example.com", password: "correct horse")
            #expect(try await world.signIn(request, from: 1).session != nil)
            #expect(try await world.mails(.signIn).isEmpty)
        }
    }

    @Test func withoutTheOptionThereIsNoSecondStep() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            #expect(try await world.signIn(from: 1).session != nil)
            #expect(try await world.mails(.signIn).isEmpty)
            #expect(try await world.mails(.newDevice).count == 1)
        }
    }

    @Test func aStepIsNeeded() async throws {
        try await withConfirmation { world, _ in
            let pending = try await pending(world)
            let error = await failure {
                try await world.client.continueSignIn(ContinueSignInRequest(token: pending.token))
            }
            #expect(error?.code == .invalidArgument && error?.reasons == [.fieldMissing])
            #expect(try await world.goOn(pending).session != nil)
        }
    }
}

/// What somebody can do who knows the password, or a token.
@Suite struct HostileSecondStepTests: ConfirmsSignIns {
    @Test func everyTokenThatIsOfNoUseIsAnsweredAlike() async throws {
        try await withConfirmation { world, _ in
            let used = try await pending(world)
            _ = try await world.goOn(used)
            let replaced = try await pending(world)
            let open = try await pending(world)
            let code = try #require(try await world.newest(.signIn).code)
            let id = try #require(OpaqueToken(open.token, kind: .flow)).id
            let unknown = try world.auth.runtime.ids.next().bytes
            var errors: Set<String> = []
            for token in [
                used.token, replaced.token, try OpaqueToken(kind: .flow, id: id).text,
                try OpaqueToken(kind: .flow, id: unknown).text, "", "x", open.token + "x",
                String(repeating: "x", count: 3500),
            ] {
                for _ in 0..<6 {
                    let error = await world.refusal(token, code)
                    #expect(error?.code == .notFound && error?.reasons == [.codeExpired])
                    errors.insert("\(error.debugDescription) \(error?.details ?? [])")
                }
            }
            // None of them was a try at the one that is open.
            #expect(try await world.goOn(open.token, code).session != nil)
            let late = try await pending(world)
            world.clock.advance(.seconds(600))
            let error = await world.refusal(late.token, try await world.newest(.signIn).code)
            errors.insert("\(error.debugDescription) \(error?.details ?? [])")
            #expect(errors.count == 1)
        }
    }

    @Test func aCodeLivesToItsLastSecond() async throws {
        try await withConfirmation { world, _ in
            let pending = try await pending(world)
            world.clock.advance(.seconds(599))
            #expect(try await world.goOn(pending).session != nil)
        }
    }

    @Test func fiveWrongCodesEndASignInFromWhereverTheyCome() async throws {
        try await withConfirmation { world, _ in
            let pending = try await pending(world)
            let code = try #require(try await world.newest(.signIn).code)
            // No code at all is no guess.
            for text in ["", "1234567", "x"] {
                #expect(await world.refusal(pending.token, text)?.reasons == [.codeWrong])
            }
            for number in 0..<8 {
                let error = await world.refusal(pending.token, code.otherCode, from: number)
                #expect(error?.reasons == [number < 5 ? .codeWrong : .codeExpired])
            }
            #expect(await world.refusal(pending.token, code)?.reasons == [.codeExpired])
            #expect(try await world.auth.count("session") == 1)
        }
    }

    @Test func guessesCountForTheAddressThatTheyComeFrom() async throws {
        try await withConfirmation({ $0.limits[.address] = LimitPolicy(2, per: 600) }) { world, _ in
            let pending = try await pending(world)
            let code = try #require(try await world.newest(.signIn).code)
            for token in [pending.token, "x"] {
                #expect(await world.refusal(token, code.otherCode, from: 1) != nil)
            }
            #expect(
                await world.refusal(pending.token, code, from: 1)?.reasons == [.tooManyAttempts])
            #expect(await world.refusal(pending.token, code, from: 2) == nil)
        }
    }

    /// Otherwise a mail that was asked for one purpose would do for another.
    @Test func aTokenIsOfOnePurpose() async throws {
        try await withConfirmation { world, _ in
            let flow = try await world.requestReset()
            let reset = try await world.newest(.resetPassword).code
            let pending = try await pending(world)
            let code = try await world.newest(.signIn).code
            for _ in 0..<6 {
                #expect(await world.refusal(flow, reset)?.reasons == [.codeExpired])
                #expect(await world.reset(pending.token, code)?.reasons == [.codeExpired])
            }
            #expect(try await world.goOn(pending.token, code).session != nil)
            #expect(await world.reset(flow, reset) == nil)
        }
    }

    @Test func aSignUpThatIsRepeatedIsNoWayAroundTheSecondStep() async throws {
        try await withConfirmation { world, _ in
            let form = SignUpRequest.anna(email: "berta@example.com", name: "berta")
            _ = try await world.client.signUp(form)
            let tokens = try await world.client.signUp(form).tokens
            let code = try await world.newest(.verifyAddress).code
            #expect(await world.verify(code, tokens) == nil)
            let error = await failure { try await world.client.signUp(form) }
            #expect(error?.reasons == [.idempotencyKeyReused])
            #expect(await world.end(of: tokens) == nil)
            #expect(try await world.auth.count("session") == 3)
        }
    }

    @Test func aNewSignInFromTheSameAddressReplacesTheEarlierOne() async throws {
        try await withConfirmation { world, _ in
            let first = try await pending(world, from: 1)
            let code = try await world.newest(.signIn).code
            let other = try await pending(world, from: 2)
            let otherCode = try await world.newest(.signIn).code
            for _ in 0..<20 { _ = try await pending(world, from: 1) }
            #expect(try await world.auth.count("challenge", where: "purpose = 'signIn'") == 2)
            #expect(await world.refusal(first.token, code)?.reasons == [.codeExpired])
            #expect(try await world.goOn(other.token, otherCode).session != nil)
        }
    }

    /// Neither the mailbox nor the table is filled from many addresses, and a wrong password is
    /// answered as ever.
    @Test func anAccountHasOnlySoManyCodesMailed() async throws {
        try await withConfirmation({ $0.limits[.noticeAccount] = LimitPolicy(3, per: 86_400) }) {
            world, anna in
            var refused = SignInRequest(email: "anna@example.com", password: "a wrong horse")
            let before = await failure { try await world.signIn(refused, from: 1) }
            for number in 0..<50 {
                let error = await failure { try await world.signIn(from: number) }
                #expect(error?.reasons == (number < 3 ? nil : [.tooManyAttempts]))
                #expect(number < 3 || error?.code == .resourceExhausted)
            }
            #expect(try await world.mails(.signIn).count == 3)
            #expect(try await world.auth.count("challenge", where: "purpose = 'signIn'") == 3)
            let after = await failure { try await world.signIn(refused, from: 1) }
            #expect(before?.reasons == [.wrongCredentials])
            #expect("\(after.debugDescription)" == "\(before.debugDescription)")
            // The owner is not kept out where the account knows the device.
            (refused.password, refused.deviceToken) = ("correct horse", anna.deviceToken)
            let known = try await world.signIn(refused, from: 1)
            #expect(known.session != nil)
        }
    }

    @Test func aCodeThatIsMailedTakesThePermitOfACorrectPassword() async throws {
        try await withConfirmation({ $0.limits[.signInAccount] = LimitPolicy(2, per: 60) }) {
            world, _ in
            for number in 0..<3 {
                let error = await failure { try await world.signIn(from: number) }
                #expect(error?.reasons == (number < 2 ? nil : [.tooManyAttempts]))
            }
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy) {
                $0.confirmsUnknownDevices = true
                $0.limits[.signInAccount] = LimitPolicy(2, per: 60)
            }
            let error = await failure { try await world.signIn(from: 4) }
            #expect(error?.reasons == [.tooManyAttempts])
        }
    }
}

/// What happens to the account, the database or the process between the two steps.
@Suite(.onEachEngine) struct InterruptedSignInTests: ConfirmsSignIns, ChangesAddresses {
    @Test func ofManyContinuationsAtOnceOneSucceeds() async throws {
        try await withConfirmation { world, _ in
            let pending = try await pending(world)
            let code = try await world.newest(.signIn).code
            let errors = await withTaskGroup { group in
                for number in 0..<Challenge.tries {
                    group.addTask { await world.refusal(pending.token, code, from: number) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.codeExpired] })
            #expect(try await world.auth.count("session") == 2)
            #expect(try await world.auth.count("device") == 2)
        }
    }

    @Test func whatHasChangedSinceThePasswordEndsTheSignIn() async throws {
        try await withConfirmation { world, anna in
            var request = SignInRequest(password: "correct horse", displayName: "anna")
            let user = UserKey.id(anna.session?.userID ?? "")
            let admin = world.asOperator
            func expect(_ reason: Reason, after change: () async throws -> Void) async throws {
                let pending = try await pending(world, request)
                let code = try await world.newest(.signIn).code
                try await change()
                #expect(await world.refusal(pending.token, code)?.reasons == [reason])
            }
            try await expect(.codeExpired) { try await self.change(world, anna.tokens) }
            try await expect(.passwordResetRequired) {
                _ = try await admin.forcePasswordReset(ForcePasswordResetRequest(user: user))
            }
            try await reset(world)
            request.password = "battery staple"
            try await expect(.codeExpired) { try await reset(world, to: "another horse") }
            request.password = "another horse"
            try await expect(.codeExpired) {
                _ = try await admin.disableUser(DisableUserRequest(user: user))
            }
            _ = try await admin.enableUser(EnableUserRequest(user: user))
            try await expect(.codeExpired) {
                _ = try await admin.deleteUser(DeleteUserRequest(user: user))
            }
            #expect(try await world.auth.count("challenge", where: "purpose = 'signIn'") == 0)
        }
    }

    private func reset(_ world: AuthServer, to password: String = "battery staple") async throws {
        let flow = try await world.requestReset(Self.new)
        let code = try await world.newest(.resetPassword).code
        #expect(await world.reset(flow, code, to: password) == nil)
    }

    @Test func aSignInThatCannotBeStoredLeavesNothingHalf() async throws {
        try await withConfirmation { world, _ in
            try await world.auth.store.refuseInserts(into: "mail")
            await #expect(throws: (any Error).self) { try await world.signIn(from: 1) }
            #expect(try await world.auth.count("challenge", where: "purpose = 'signIn'") == 0)
            try await world.auth.store.refuseNothing()

            let pending = try await pending(world)
            let code = try await world.newest(.signIn).code
            try await world.auth.store.refuseInserts(into: "device")
            await #expect(throws: (any Error).self) {
                try await world.goOn(pending.token, code)
            }
            #expect(try await world.auth.count("session") == 1)
            try await world.auth.store.refuseNothing()
            #expect(try await world.goOn(pending.token, code).session != nil)
        }
    }
}

@Suite struct CrashedSignInTests: ConfirmsSignIns {
    @Test func aSignInGoesOnAfterACrashAndOnlyOnce() async throws {
        try await withConfirmation { world, _ in
            let pending = try await pending(world)
            let code = try #require(try await world.newest(.signIn).code)
            let before = try world.copy()
            let response = try await world.goOn(pending.token, code)
            let after = try world.copy()
            try await world.stop()

            try await world.start(path: before) { $0.confirmsUnknownDevices = true }
            #expect(try await world.auth.count("session") == 1)
            #expect(try await world.goOn(pending.token, code).session != nil)
            try await world.stop()

            try await world.start(path: after) { $0.confirmsUnknownDevices = true }
            #expect(await world.refusal(pending.token, code)?.reasons == [.codeExpired])
            #expect(await world.end(of: response.tokens) == nil)
            #expect(try await world.auth.count("session") == 2)
        }
    }

    /// The password is there only at the first step.
    @Test func aHashOfOldParametersIsMadeAnewThoughTheSecondStepIsOpen() async throws {
        try await withConfirmation { world, anna in
            let id = try #require(UUIDv7(anna.session?.userID ?? ""))
            try await world.stop()
            let hasher = try PasswordHasher.cheap(kibibytes: 64)
            try await world.start(hasher: hasher) { $0.confirmsUnknownDevices = true }
            let pending = try await pending(world)
            try await eventually {
                let account = try await world.auth.store.account(id: id)
                return account?.password?.hash?.function == .argon2id(hasher.parameters)
            }
            #expect(try await world.goOn(pending).session != nil)
        }
    }
}

/// A suite whose Auth asks unknown devices for a second step.
protocol ConfirmsSignIns {}

extension ConfirmsSignIns {
    /// - Parameter body: is given Anna, whose address is verified, as she signed up.
    func withConfirmation(
        _ configure: (inout AuthConfiguration) -> Void = { _ in },
        _ body: (AuthServer, SignUpResponse) async throws -> Void
    ) async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            #expect(
                await world.verify(try await world.newest(.verifyAddress).code, anna.tokens) == nil)
            try await world.auth.settle()
            try await world.stop()
            // The sign-up has used a moment of its wide limits.
            world.clock.advance(.seconds(1))
            try await world.start {
                $0.confirmsUnknownDevices = true
                configure(&$0)
            }
            try await body(world, anna)
        }
    }

    func pending(
        _ world: AuthServer, _ request: SignInRequest = .anna, from number: Int = 113
    ) async throws -> PendingSignIn {
        try #require(try await world.signIn(request, from: number).pending)
    }
}

extension SignInRequest {
    static var anna: SignInRequest {
        SignInRequest(
            email: "anna@example.com", password: "correct horse", deviceLabel: "Anna's laptop")
    }
}

extension AuthServer {
    private func context(_ number: Int) -> CallContext {
        CallContext(method: "", peer: PeerIdentity(address: "203.0.\(number).7:1"))
    }

    /// Signs in as somebody at an address.
    func signIn(
        _ request: SignInRequest = .anna, from number: Int
    ) async throws -> SignInResponse {
        try await auth.runtime.handler.signIn(request, context: context(number))
    }

    func goOn(
        _ token: String, _ code: String?, from number: Int = 113
    ) async throws -> ContinueSignInResponse {
        try await auth.runtime.handler.continueSignIn(
            ContinueSignInRequest(token: token, step: .mailedCode(code ?? "")),
            context: context(number))
    }

    /// With the code that was mailed last.
    func goOn(_ pending: PendingSignIn) async throws -> ContinueSignInResponse {
        try await goOn(pending.token, try await newest(.signIn).code)
    }

    func refusal(_ token: String, _ code: String?, from number: Int = 113) async -> RPCError? {
        await failure { try await goOn(token, code, from: number) }
    }
}
