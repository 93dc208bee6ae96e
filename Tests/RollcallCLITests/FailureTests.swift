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
        #expect(Failure(RPCError(code, "why"), displayName: nil).status == status)
    }

    @Test(arguments: [
        (StatusCode.invalidArgument, Reason.photoNotJpeg), (.resourceExhausted, .photoTooLarge),
        (.invalidArgument, .photoDimensionsTooLarge), (.invalidArgument, .photoUnsupported),
    ])
    func aRefusedPhotoHasAStatusOfItsOwn(_ code: StatusCode, _ reason: Reason) {
        #expect(
            Failure(RPCError.violation(code, reason, "why"), displayName: nil).status
                == .photoRefused)
    }

    @Test func everyBrokenRuleHasItsSentence() {
        let error = RPCError.violations(
            .alreadyExists,
            [
                Violation(reason: .emailTaken, field: "email", message: "m"),
                Violation(reason: .displayNameTaken, field: "display_name", message: "m"),
            ])
        let failure = Failure(error, displayName: "anna")
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
        (.seconds(86_400), "24 hours"),
    ])
    func whoHasToWaitIsToldForHowLong(_ pause: Duration, _ text: String) {
        let errors: [(RPCError, String)] = [
            (.tooManyAttempts(pause), "There were too many attempts."),
            (.overloaded("m", after: pause), "The service has too much to do."),
        ]
        for (error, what) in errors {
            let message = Failure(error, displayName: nil).message
            #expect(message == "\(what) Try again in \(text).")
        }
    }

    @Test func aPasswordThatMustBeReplacedSaysHow() {
        let error = RPCError.violation(.unauthenticated, .passwordResetRequired, "m")
        #expect(Failure(error, displayName: nil).message.contains("rollcall password reset"))
    }

    @Test func aReasonOfANewerServiceIsNotLost() {
        let failure = Failure(
            RPCError.violation(.invalidArgument, .unrecognized(999), "a new rule"),
            displayName: nil)
        #expect(failure.reasons == ["REASON_999"])
        #expect(failure.message == "a new rule")
    }

    @Test func everyReasonThatTheContractNamesHasASentenceOrIsForPrograms() {
        let forPrograms: Set<Reason> = [
            .unspecified, .idempotencyKeyMalformed, .idempotencyKeyReused, .fieldMissing,
            .fieldMalformed, .tooMany, .holdNotFound, .leaseEnded,
        ]
        for number: Int32 in 0..<200 {
            let reason = Reason(rawValue: number)
            if case .unrecognized = reason { continue }
            let hasSentence = reason.sentence(displayName: nil) != nil
            #expect(hasSentence != forPrograms.contains(reason), "\(reason)")
        }
    }

    @Test func theJSONFormIsStable() throws {
        let failure = Failure(
            RPCError.violation(.notFound, .profileNotFound, "m"), displayName: "a\u{202E}b")
        #expect(
            try failure.json.line() == #"{"error":{"code":"NOT_FOUND","message":"#
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
