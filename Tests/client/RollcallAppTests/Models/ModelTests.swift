import RollcallAppModels
import TestSupport
import Testing

@testable import RollcallApp

@MainActor @Suite(.serialized) struct ModelTests {
    private let door: ScriptedDoor
    private let app: Rollcall
    private let clock = TurnedClock()

    init() throws {
        door = try ScriptedDoor()
        app = door.app()
    }

    private func refuse(_ method: String, _ reason: Reason, _ field: String = "") {
        door.answer(method) { _, connection in
            var (info, violation) = (ErrorInfo(), Violation())
            (violation.reason, violation.field) = (reason, field)
            info.violations = [violation]
            connection.answer(400, .invalidArgument, info)
        }
    }

    private func signUpModel() -> SignUpModel {
        let model = SignUpModel(app, locale: "de-AT", sentences: Sentences(.english), clock: clock)
        model.form.email = "ann@example.org"
        model.form.password = "correct horse"
        model.form.displayName = "ann"
        return model
    }

    @Test func aSignUpIsSentOnceHoweverOftenTheButtonIsPressed() async throws {
        let model = signUpModel()
        #expect(model.canSubmit)
        async let first: Void = model.submit()
        async let second: Void = model.submit()
        _ = await (first, second)
        #expect(!model.isBusy)
        #expect(door.server.count(of: "SignUp") == 1)
        #expect(model.user?.id == "user-of-ann")
        #expect(app.state.user?.id == "user-of-ann")
        let sent = try #require(door.server.asked.first { $0.path.hasSuffix("/SignUp") })
        #expect(try SignUpRequest(decoding: sent.body).locale == "de-AT")
    }

    @Test func itIsBusyWhileItIsSentAndCanBeCancelled() async throws {
        let model = signUpModel()
        door.answer("SignUp") { $1.waitForEnd() }
        let work = Task { await model.submit() }
        try await eventually { door.server.count(of: "SignUp") == 1 }
        #expect(model.isBusy && !model.canSubmit)
        await model.submit()
        #expect(door.server.count(of: "SignUp") == 1)
        work.cancel()
        await work.value
        #expect(!model.isBusy && model.message == nil && model.user == nil)
    }

    @Test func aBrokenFormIsNotSentButShown() async throws {
        let model = SignUpModel(app, sentences: Sentences(.english), clock: clock)
        #expect(model.problems(of: .email) == nil)
        await model.submit()
        #expect(model.problems(of: .email) == "The e-mail address is missing.")
        #expect(door.server.count(of: "SignUp") == 0)
    }

    @Test func whatAServiceSaysIsShownUntilTheFormIsEdited() async throws {
        let model = signUpModel()
        refuse("SignUp", .emailTaken, "email")
        await model.submit()
        #expect(model.problems(of: .email)?.hasPrefix("There is an account") == true)
        #expect(model.message == nil)
        refuse("SignUp", .tooManyAttempts)
        await model.submit()
        #expect(model.message == "There were too many attempts. Try again later.")
        model.form.password += "!"
        #expect(model.message == nil)
        #expect(model.problems(of: .email) != nil)
        model.form.email = "bob@example.org"
        #expect(model.problems(of: .email) == nil)
    }

    @Test func withoutANetworkTheMessageSaysSo() async throws {
        let model = signUpModel()
        door.server.stop()
        await model.submit()
        #expect(model.message == "There is no connection. Try again when there is one.")
    }

    @Test func theDisplayNameIsCheckedWhileItIsTyped() async throws {
        door.answer("CheckDisplayName") { _, connection in
            var answer = CheckDisplayNameResponse()
            answer.isAvailable = true
            connection.answer(answer)
        }
        let model = signUpModel()
        try await eventually { model.nameVerdict == .checking && clock.begun == 2 }
        clock.advance(by: DisplayNameCheck.pause)
        try await eventually { model.nameVerdict == .free }
        model.form.displayName = ".a"
        try await eventually { model.nameVerdict != .free }
    }

    @Test func thePasswordIsCheckedOnceNothingIsTyped() async throws {
        door.answer("CheckPassword") { request, connection in
            var answer = CheckPasswordResponse()
            answer.score = request.body.count > 60 ? 4 : 1
            connection.answer(answer)
        }
        let model = signUpModel()
        model.form.password += " battery staple, and more words"
        #expect(model.passwordStrength == nil)
        try await eventually { clock.begun >= 2 }
        clock.advance(by: DisplayNameCheck.pause)
        try await eventually { model.passwordStrength?.score == 4 }
        // Of what was typed before, nothing is asked.
        #expect(door.server.count(of: "CheckPassword") == 1)
        model.form.password = ""
        #expect(model.passwordStrength == nil)
    }

    @Test func aSignInThatNeedsTheCodeOfAMailGoesOnWithIt() async throws {
        let model = SignInModel(app, sentences: Sentences(.english))
        (model.form.name, model.form.password) = ("ann", "correct horse")
        door.answer("SignIn") { _, connection in
            var answer = SignInResponse()
            answer.pending = PendingSignIn()
            connection.answer(answer)
        }
        await model.submit()
        #expect(model.form.needsCode && model.user == nil && model.message == nil)
        await model.submit()
        #expect(model.problems(of: .code) == "Something is missing here.")
        model.form.code = "1234 5678"
        refuse("ContinueSignIn", .codeWrong, "mailed_code")
        await model.submit()
        #expect(model.problems(of: .code) == "This is not the code of the newest mail.")
        door.answer("ContinueSignIn") { _, connection in
            var answer = ContinueSignInResponse()
            (answer.session, answer.tokens) = (ScriptedDoor.session(1), ScriptedDoor.tokens(1))
            connection.answer(answer)
        }
        await model.submit()
        #expect(model.user?.id == "user-of-ann")
    }

    @Test func aSignInThatNeedsTheSecondFactorGoesOnWithTheAppOrARecoveryCode() async throws {
        let model = SignInModel(app, sentences: Sentences(.english))
        (model.form.name, model.form.password) = ("ann", "correct horse")
        door.answer("SignIn") { _, connection in
            var answer = SignInResponse()
            answer.pending = PendingSignIn()
            answer.pending?.steps = [.totp, .recoveryCode]
            connection.answer(answer)
        }
        await model.submit()
        #expect(model.form.needsCode && model.step == .totp)
        model.form.code = "123456"
        refuse("ContinueSignIn", .factorWrong, "totp_code")
        await model.submit()
        #expect(model.problems(of: .code)?.hasPrefix("The code is wrong") == true)
        door.answer("ContinueSignIn") { request, connection in
            let asked = try? ContinueSignInRequest(decoding: request.body)
            guard asked?.step == .recoveryCode("abcde-fghjk") else {
                return connection.answer(400, .invalidArgument, .factorWrong)
            }
            var answer = ContinueSignInResponse()
            (answer.session, answer.tokens) = (ScriptedDoor.session(1), ScriptedDoor.tokens(1))
            connection.answer(answer)
        }
        model.step = .recoveryCode
        model.form.code = "abcde-fghjk"
        await model.submit()
        #expect(model.user?.id == "user-of-ann")
    }

    @Test func aCodeThatHasExpiredLeadsBackToThePassword() async throws {
        let model = SignInModel(app, sentences: Sentences(.english))
        (model.form.name, model.form.password) = ("ann", "correct horse")
        door.answer("SignIn") { _, connection in
            var answer = SignInResponse()
            answer.pending = PendingSignIn()
            connection.answer(answer)
        }
        await model.submit()
        model.form.code = "12345678"
        refuse("ContinueSignIn", .codeExpired, "mailed_code")
        await model.submit()
        #expect(!model.form.needsCode && model.form.code.isEmpty)
        #expect(model.problems(of: .code)?.hasPrefix("This code was used already") == true)
        door.answer("SignIn", nil)
        model.form.name = "ann@example.org"
        await model.submit()
        #expect(model.user?.id == "user-of-ann")
    }

    @Test func aForgottenPasswordIsReplacedByTheCodeOfAMail() async throws {
        let model = PasswordResetModel(app, sentences: Sentences(.english))
        await model.request()
        #expect(model.problems(of: .email) == "The e-mail address is missing.")
        model.form.email = "ann@example.org"
        door.answer("RequestPasswordReset") { _, connection in
            var answer = RequestPasswordResetResponse()
            answer.flow = "flow"
            connection.answer(answer)
        }
        await model.request()
        #expect(model.isRequested && !model.isDone)
        (model.form.code, model.form.password) = ("12345678", "another horse")
        refuse("ResetPassword", .codeWrong, "mailed_code.code")
        await model.submit()
        #expect(model.problems(of: .code) == "This is not the code of the newest mail.")
        door.answer("ResetPassword") { $1.answer(ResetPasswordResponse()) }
        await model.submit()
        #expect(model.isDone)
        let sent = try #require(door.server.asked.last { $0.path.hasSuffix("/ResetPassword") })
        #expect(
            try ResetPasswordRequest(decoding: sent.body).proof
                == .mailedCode(MailedCode(flow: "flow", code: "12345678")))
    }

    @Test func aProfileIsSavedAndWhatWasTypedMeanwhileStays() async throws {
        _ = try await app.signIn("ann@example.org", password: "p")
        var profile = Profile()
        (profile.userID, profile.displayName, profile.revision) = ("user-of-ann", "ann", 7)
        let model = ProfileModel(app, profile, sentences: Sentences(.english), clock: clock)
        model.form.bio = "Hello\tthere"
        refuse("UpdateProfile", .revisionMismatch)
        await model.submit()
        #expect(model.message?.hasPrefix("Your profile was changed elsewhere") == true)
        #expect(model.form.profile.revision == 7)

        let held = Locked<HostileServer.Connection?>(nil)
        door.answer("UpdateProfile") { _, connection in held.withLock { $0 = connection } }
        let work = Task { await model.submit() }
        try await eventually { held.withLock { $0 != nil } }
        #expect(model.message == nil)
        let sent = try #require(door.server.asked.last { $0.path.hasSuffix("/UpdateProfile") })
        let request = try UpdateProfileRequest(decoding: sent.body)
        #expect(request.updateMask == ["bio"] && request.revision == 7)
        model.form.pronouns = "she/her"
        (profile.bio, profile.revision) = ("Hello there", 8)
        var answer = UpdateProfileResponse()
        answer.profile = profile
        held.withLock { $0 }?.answer(answer)
        await work.value
        #expect(model.form.change == ProfileChange(pronouns: "she/her", revision: 8))
        #expect(model.form.profile == profile && model.form.bio == "Hello there")
        #expect(model.nameVerdict == .own)
    }

    @Test func aProfileThatWasChangedElsewhereIsSavedByTheNextAttempt() async throws {
        _ = try await app.signIn("ann@example.org", password: "p")
        var profile = Profile()
        (profile.userID, profile.displayName, profile.revision) = ("user-of-ann", "ann", 7)
        let model = ProfileModel(app, profile, sentences: Sentences(.english), clock: clock)
        model.form.bio = "Hello"
        door.answerProfiles { ($0.revision, $0.location) = (8, "here") }
        refuse("UpdateProfile", .revisionMismatch)
        await model.submit()
        #expect(model.message?.hasPrefix("Your profile was changed elsewhere") == true)
        #expect(model.form.change == ProfileChange(bio: "Hello", revision: 8))
        #expect(model.form.location == "here")
    }

    @Test func theStateIsFollowedAndTheSignOutShown() async throws {
        let model = AuthModel(app, sentences: Sentences(.english))
        try await eventually { model.state == .signedOut(.noSession) }
        _ = try await app.signIn("ann@example.org", password: "p")
        try await eventually { model.user?.id == "user-of-ann" }
        await model.signOut()
        try await eventually { model.state == .signedOut(.signedOut) }
        #expect(model.message == nil && !model.isBusy)
    }

    @Test func aModelThatIsGoneIsNotKeptByWhatItFollows() async throws {
        // What the app itself follows.
        try await eventually { app.keeper.broadcast.listenerCount == 3 }
        weak var model: AuthModel?
        weak var signUp: SignUpModel?
        do {
            let kept = (AuthModel(app), signUpModel())
            (model, signUp) = kept
        }
        try await eventually { model == nil && signUp == nil }
        try await eventually { app.keeper.broadcast.listenerCount == 3 }
    }
}
