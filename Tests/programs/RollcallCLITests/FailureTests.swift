import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

@testable import rollcall

struct FailureTests {
    @Test(arguments: [
        (StatusCode.unauthenticated, CommandStatus.notSignedIn), (.permissionDenied, .notSignedIn),
        (.notFound, .notFound), (.alreadyExists, .conflict), (.failedPrecondition, .conflict),
        (.invalidArgument, .invalid), (.unavailable, .tryLater), (.deadlineExceeded, .tryLater),
        (.resourceExhausted, .tryLater), (.aborted, .tryLater), (.internal, .unforeseen),
        (.dataLoss, .unforeseen),
    ])
    func theExitStatusFollowsTheCode(_ code: StatusCode, _ status: CommandStatus) {
        #expect(Failure(RPCError(code, "why"), about: nil).status == status)
    }

    @Test(arguments: [
        (StatusCode.invalidArgument, Reason.photoNotJpeg), (.resourceExhausted, .photoTooLarge),
        (.invalidArgument, .photoDimensionsTooLarge), (.invalidArgument, .photoUnsupported),
        (.failedPrecondition, .photoRefused),
    ])
    func aRefusedPhotoHasAStatusOfItsOwn(_ code: StatusCode, _ reason: Reason) {
        #expect(
            Failure(RPCError.violation(code, reason, "why"), about: nil).status
                == .photoRefused)
    }

    @Test func everyBrokenRuleHasItsSentence() {
        let error = RPCError.violations(
            .alreadyExists,
            [
                Violation(reason: .emailTaken, field: "email", message: "m"),
                Violation(reason: .displayNameTaken, field: "display_name", message: "m"),
            ])
        let failure = Failure(error, about: "anna")
        #expect(failure.message.split(separator: "\n").count == 2)
        #expect(
            failure.message.hasSuffix(
                "The display name \"anna\" is taken. Try another: rollcall name check NAME"))
        #expect(failure.reasons == ["EMAIL_TAKEN", "DISPLAY_NAME_TAKEN"])
    }

    @Test(arguments: [
        (Duration.milliseconds(1), "1 second"), (.seconds(119), "119 seconds"),
        (.seconds(120), "2 minutes"), (.milliseconds(720_001), "13 minutes"),
        (.seconds(7140), "119 minutes"), (.seconds(7141), "2 hours"),
        (.seconds(86_400), "24 hours"), (.seconds(172_800), "48 hours"),
        (.seconds(259_200), "3 days"), (.seconds(259_201), "4 days"),
    ])
    func whoHasToWaitIsToldForHowLong(_ pause: Duration, _ text: String) {
        let errors: [(RPCError, String)] = [
            (.tooManyAttempts(pause), "There were too many attempts."),
            (.overloaded("it is busy; try again later", after: pause), "It is busy."),
        ]
        for (error, what) in errors {
            let message = Failure(error, about: nil).message
            #expect(message == "\(what) Try again in \(text).")
        }
    }

    @Test func whatIsAwayIsNamedAndTheAdviceIsGivenOnce() {
        let errors: [(RPCError, String)] = [
            (
                .overloaded(
                    "the database does not answer; nothing was changed; try again later",
                    after: .seconds(1)),
                "The database does not answer; nothing was changed. Try again in 1 second."
            ),
            (.overloaded, "The service is overloaded. Try again in 1 second."),
            (
                RPCError(.unavailable, "the store of the photos does not answer; try again later"),
                "A service is not available for the moment: the store of the photos does not answer. "
                    + "Try again later."
            ),
        ]
        for (error, message) in errors { #expect(Failure(error, about: nil).message == message) }
    }

    @Test func aPasswordThatMustBeReplacedSaysHow() {
        let error = RPCError.violation(.unauthenticated, .passwordResetRequired, "m")
        #expect(Failure(error, about: nil).message.contains("rollcall password reset"))
    }

    /// Inside a session it is known whose password it should be.
    @Test func aWrongPasswordIsToldApartFromAWrongLogin() {
        func message(_ code: StatusCode) -> String {
            Failure(RPCError.violation(code, .wrongCredentials, "m"), about: nil).message
        }
        #expect(message(.permissionDenied) == "The password is wrong.")
        #expect(
            message(.unauthenticated).hasPrefix("The password is wrong, or there is no account"))
    }

    @Test func anExportAndARenameThatComeTooSoonSayWhenTheNextIsPossible() {
        func failure(_ reason: Reason, _ pause: Duration) -> Failure {
            Failure(
                RPCError.retryLater(.resourceExhausted, reason, after: pause, "m"), about: nil)
        }
        #expect(
            failure(.exportedTooOften, .seconds(2400)).message
                == "An account can be exported once an hour. Try again in 40 minutes.")
        let renamed = failure(.renamedTooOften, .seconds(29 * 86_400))
        #expect(renamed.message.hasSuffix("You can choose another one in 29 days."))
        // To try again later, as a script does, would be of no use for days.
        #expect(renamed.status == .conflict)
    }

    @Test(arguments: [
        (Reason.photoNotJpeg, "the file is a PNG, not a JPEG", "The file is a PNG, not a JPEG. "),
        (.photoUnsupported, "the JPEG has more than 64 scans", "The JPEG has more than 64 scans. "),
    ])
    func aRefusedPhotoIsToldTheRuleThatItBreaks(_ reason: Reason, _ rule: String, _ text: String) {
        let error = RPCError.violation(.invalidArgument, reason, rule)
        #expect(Failure(error, about: nil).message.hasPrefix(text))
    }

    @Test func whatTheUserNamedIsNamedInTheError() throws {
        let reasons: [Reason] = [
            .userNotFound, .sessionNotFound, .mailNotFound, .banNotFound, .serviceNotFound,
            .serviceNameTaken, .deliveryNotFound, .profileNotFound, .photoNotFound,
        ]
        for reason in reasons {
            let error = ErrorAbout(
                error: RPCError.violation(.notFound, reason, "m"), subject: "games")
            #expect(Failure(error).message.contains("games"), "\(reason)")
            let sentence = try #require(reason.sentence())
            #expect(!sentence.contains("\""), "\(reason)")
        }
    }

    @Test func aMissingProfileOfOnesOwnIsNotSomebodyElses() {
        let error = RPCError.violation(.notFound, .profileNotFound, "m")
        #expect(Failure(error, about: nil).message.hasPrefix("Your account has no profile."))
    }

    /// A guess, such as whether something runs, helps nobody.
    @Test func noSentenceAsksAnything() {
        for number: Int32 in 0..<200 {
            let sentence = Reason(rawValue: number).sentence() ?? ""
            #expect(!sentence.contains("?"), "\(sentence)")
        }
        for code in [
            StatusCode.unavailable, .deadlineExceeded, .internal, .unimplemented, .unknown,
        ] {
            let message = Failure(RPCError(code, "why"), about: nil).message
            #expect(!message.contains("?") && message.hasSuffix("."), "\(message)")
        }
    }

    @Test func aReasonOfANewerServiceIsNotLost() {
        let failure = Failure(
            RPCError.violation(.invalidArgument, .unrecognized(999), "a new rule"),
            about: nil)
        #expect(failure.reasons == ["REASON_999"])
        #expect(failure.message == "A new rule.")
    }

    @Test func everyReasonThatTheContractNamesHasASentenceOrIsForPrograms() {
        let forPrograms: Set<Reason> = [
            .unspecified, .idempotencyKeyMalformed, .idempotencyKeyReused, .fieldMissing,
            .fieldMalformed, .tooMany, .holdNotFound, .leaseEnded, .providerNotFound,
            .identityTokenInvalid,
        ]
        for number: Int32 in 0..<200 {
            let reason = Reason(rawValue: number)
            if case .unrecognized = reason { continue }
            let hasSentence = reason.sentence() != nil
            #expect(hasSentence != forPrograms.contains(reason), "\(reason)")
        }
    }

    @Test func theJSONFormIsStable() throws {
        let failure = Failure(
            RPCError.violation(.notFound, .profileNotFound, "m"), about: "a\u{202E}b")
        #expect(
            failure.json.line() == #"{"error":{"code":"NOT_FOUND","message":"#
                + #""Nobody has the display name \"a\u202eb\".","reasons":["PROFILE_NOT_FOUND"]}}"#)
    }

    @Test func anEndedSessionSaysWhatToDo() {
        let failure = Failure(SessionError.ended)
        #expect(failure.status == .notSignedIn)
        #expect(failure.message.contains("rollcall sign-in"))
    }

    @Test func theHelpListsEveryExitStatus() {
        let help = Rollcall.helpMessage()
        for status in CommandStatus.allCases { #expect(help.contains("\n  \(status.rawValue)  ")) }
    }
}
