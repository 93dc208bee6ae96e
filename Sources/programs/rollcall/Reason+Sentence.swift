import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What is known of a refusal beside its reason.
struct Circumstances {
    /// What the call was about, as the user wrote it: a display name, an id.
    var subject: String?
    /// The milliseconds until it makes sense to try again; 0 if nobody has said.
    var retryAfterMs: UInt32 = 0
    var code = StatusCode.unknown
    /// What the service said.
    var message = ""

    var later: String { retryAfterMs == 0 ? "later" : "in \(retryAfterMs.pauseText)" }

    /// What something is, such as `The photo`, and the subject in quotation marks behind it.
    func named(_ kind: String) -> String { subject.map { "\(kind) \"\($0)\"" } ?? kind }

    /// That there is none of a kind, such as `no ban "x"`.
    func noSuch(_ kind: String) -> String {
        subject.map { "no \(kind) \"\($0)\"" } ?? "no such \(kind)"
    }
}

extension Reason {
    /// As the contract names it, without the prefix.
    var name: String {
        if case .unrecognized(let number) = self { return "REASON_\(number)" }
        return "\(self)".words(joinedBy: "_").uppercased()
    }

    /// What a user of the terminal needs to know and to do; nil where the code says enough.
    func sentence(_ circumstances: Circumstances = Circumstances()) -> String? {
        let (subject, later) = (circumstances.subject, circumstances.later)
        let displayName = circumstances.named("The display name")
        // Of a photo: the service has looked at it, and says which rule it breaks.
        let rule = circumstances.message.sentence
        return switch self {
        case .emailMissing: "The e-mail address is missing."
        case .emailTooLong: "The e-mail address is too long: at most 254 bytes, 64 before the @."
        case .emailMalformed: "The e-mail address is not of the form name@example.org."
        case .emailTaken:
            "Another account has the e-mail address. If it is yours, sign in: "
                + "rollcall sign-in --email ADDRESS"
        case .passwordMissing: "The password is missing."
        case .passwordTooShort: "The password is too short: at least 8 characters."
        case .passwordTooLong: "The password is too long: at most 256 characters."
        case .passwordSameAsIdentity:
            "The password is your e-mail address or display name. Choose another."
        case .passwordCommon:
            "The password is one of the most common ones, which are guessed first. Choose another."
        case .passwordUnchanged: "The new password is the current one. Choose another."
        case .displayNameMissing: "The display name is missing."
        case .displayNameTooShort: "\(displayName) is too short: at least 3 characters."
        case .displayNameTooLong: "\(displayName) is too long: at most 30 characters."
        case .displayNameBadCharacter:
            "\(displayName) has a character that is not allowed. Use ASCII letters, digits, underscores and periods."
        case .displayNameLeadingPeriod: "\(displayName) begins with a period."
        case .displayNameTrailingPeriod: "\(displayName) ends with a period."
        case .displayNameDoubledPeriod: "\(displayName) has two periods in a row."
        case .displayNameTaken: "\(displayName) is taken. Try another: rollcall name check NAME"
        case .displayNameReserved:
            "\(displayName) is reserved, or looks like a reserved name. Try another: rollcall name check NAME"
        case .renamedTooOften:
            "You have given up 8 display names in 30 days, or changed yours 64 times, which is the limit. "
                + "You can choose another one \(later)."
        case .profileNotFound:
            subject.map {
                UUIDv7($0) == nil
                    ? "Nobody has the display name \"\($0)\"." : "There is no profile of \($0)."
            }
                ?? "Your account has no profile. Ask an administrator to run: rollcall admin check --mend"
        case .photoNotFound:
            subject.map { "\($0) has no photo." } ?? "There is no photo."
        // Without a session the answer does not say which of the two is wrong.
        case .wrongCredentials:
            circumstances.code == .permissionDenied
                ? "The password is wrong."
                : "The password is wrong, or there is no account with this e-mail address or display "
                    + "name."
        case .accessTokenInvalid: Failure.notSignedIn.message
        case .refreshTokenInvalid, .sessionEnded: Failure.sessionEnded.message
        case .refreshTokenReused:
            "Your session has ended, because a copy of its tokens was used elsewhere. Sign in again, and "
                + "check who can read your files."
        case .notAllowed: "You may not do that."
        case .passwordResetRequired:
            "The password is correct, but must be replaced before you sign in: "
                + "rollcall password reset --email ADDRESS"
        case .sessionNotFound:
            "You have \(circumstances.noSuch("session")). "
                + "List yours: rollcall session list"
        case .codeWrong: "The code is not the one of the newest mail."
        case .codeExpired:
            "The code was used already, has expired or was never sent. Ask for another one."
        case .linkInvalid:
            "The link was used already, has expired or was never sent. Ask for another mail."
        case .revisionMismatch:
            "The profile was changed since you read it. Read it again: rollcall profile show"
        case .reportedTooOften:
            "You can report a user once a day, and 20 users a day. Try again \(later)."
        case .photoNotJpeg:
            "\(rule.isEmpty ? "The photo is not a JPEG, or it is damaged." : rule) "
                + "Only JPEG photos are accepted."
        case .photoTooLarge: rule.isEmpty ? "The photo is too large." : rule
        case .photoDimensionsTooLarge: rule.isEmpty ? "The photo has too many pixels." : rule
        case .photoNotAsDeclared: "The photo was changed or cut off on its way. Upload it again."
        case .photoUnsupported:
            "\(rule.isEmpty ? "This kind of JPEG is not accepted." : rule) "
                + "Save it as an ordinary JPEG, and upload that."
        case .photoRefused:
            "An administrator has taken this photo away. Choose another."
        case .photoDamaged: "The stored photo is damaged and cannot be shown."
        case .pageTokenInvalid: "The page token belongs to another list. Start the list again."
        case .userNotFound:
            subject.map {
                "No account has the e-mail address, the display name or the id \"\($0)\"."
            } ?? "There is no such account."
        case .reportNotFound:
            "There is \(circumstances.noSuch("report")), or it was decided. "
                + "List them: rollcall admin profile reports"
        case .photoNotRefused:
            "\(circumstances.named("The photo")) is not refused. "
                + "List those that are: rollcall admin profile refused-photos"
        case .scrubIsOff:
            "The search for damaged photos is off. Start rollcall-profile with a --scrub-rate above 0."
        case .lastAdmin: "That is the last administrator. Make another one first."
        case .banNotFound:
            "There is \(circumstances.noSuch("ban")), or it has ended. "
                + "List them: rollcall admin ban list"
        case .emailNotVerified:
            "Ownership of the address is not proved: anyone may have signed up with it. If the account is the "
                + "right one, name it by its id: rollcall admin user show ADDRESS"
        case .serviceCredentialInvalid: "The service credential is not one of this deployment's."
        case .mailNotFound:
            "There is \(circumstances.noSuch("mail")). "
                + "List them: rollcall admin mail list"
        case .serviceNameTaken:
            "\(circumstances.named("The service")) has a credential already. "
                + "To replace it: --replace"
        case .serviceNotFound:
            "There is \(circumstances.noSuch("service")) with a "
                + "credential. List them: rollcall admin service list"
        case .deliveryNotFound:
            "There is \(circumstances.noSuch("delivery")). "
                + "List them: rollcall admin delivery list"
        case .deviceKicked:
            "This device was taken offline, by you on another device or by an administrator."
        case .tooManyDevices: "You have too many devices online: at most 16."
        // Too much to do, or a database that does not answer: the service says which.
        case .overloaded: "\(circumstances.message.withoutAdvice.sentence) Try again \(later)."
        case .tooManyAttempts: "There were too many attempts. Try again \(later)."
        case .exportedTooOften: "An account can be exported once an hour. Try again \(later)."
        case .noSpace:
            "The disk of the service is full; nothing was changed. Try again \(later)."
        default: nil
        }
    }
}
