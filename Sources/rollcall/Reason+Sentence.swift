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

    /// The subject in quotation marks behind what it is, or `otherwise`.
    func named(_ kind: String, otherwise: String) -> String {
        subject.map { "\(kind) \"\($0)\"" } ?? otherwise
    }
}

extension Reason {
    /// What a user of the terminal needs to know and to do; nil where the code says enough.
    func sentence(_ circumstances: Circumstances = Circumstances()) -> String? {
        emailSentence ?? passwordSentence ?? displayNameSentence(circumstances)
            ?? profileSentence(circumstances.later)
            ?? sessionSentence(circumstances) ?? codeSentence ?? photoSentence(circumstances)
            ?? adminSentence(circumstances) ?? serviceSentence(circumstances)
            ?? limitSentence(circumstances.later)
    }

    /// As the contract names it, without the prefix.
    var name: String {
        if case .unrecognized(let number) = self { return "REASON_\(number)" }
        return "\(self)".reduce(into: "") { name, character in
            if character.isUppercase { name += "_" }
            name += character.uppercased()
        }
    }

    private var emailSentence: String? {
        switch self {
        case .emailMissing: "The e-mail address is missing."
        case .emailTooLong: "The e-mail address is too long: at most 254 bytes, 64 before the @."
        case .emailMalformed: "The e-mail address is not of the form name@example.org."
        case .emailTaken:
            "Another account has the e-mail address. If it is yours, sign in: "
                + "rollcall sign-in --email ADDRESS"
        default: nil
        }
    }

    private var passwordSentence: String? {
        switch self {
        case .passwordMissing: "The password is missing."
        case .passwordTooShort: "The password is too short: at least 8 characters."
        case .passwordTooLong: "The password is too long: at most 256 characters."
        case .passwordSameAsIdentity:
            "The password is your e-mail address or display name. Choose another."
        case .passwordCommon:
            "The password is one of those that are guessed first. Choose another."
        case .passwordUnchanged: "The new password is the current one. Choose another."
        default: nil
        }
    }

    private func displayNameSentence(_ circumstances: Circumstances) -> String? {
        let subject = circumstances.named("The display name", otherwise: "The display name")
        return switch self {
        case .displayNameMissing: "The display name is missing."
        case .displayNameTooShort: "\(subject) is too short: at least 3 characters."
        case .displayNameTooLong: "\(subject) is too long: at most 30 characters."
        case .displayNameBadCharacter:
            "\(subject) has a character that is not allowed. Use ASCII letters, digits, underscores and periods."
        case .displayNameLeadingPeriod: "\(subject) begins with a period."
        case .displayNameTrailingPeriod: "\(subject) ends with a period."
        case .displayNameDoubledPeriod: "\(subject) has two periods in a row."
        case .displayNameTaken: "\(subject) is taken. Try another: rollcall name check NAME"
        case .displayNameReserved:
            "\(subject) is reserved, or looks like one that is. Try another: rollcall name check NAME"
        case .renamedTooOften:
            "You have given up 8 display names in 30 days, or changed yours 64 times, which is the limit. "
                + "You can choose another one \(circumstances.later)."
        case .profileNotFound:
            circumstances.subject.map {
                UUIDv7($0) == nil
                    ? "Nobody has the display name \"\($0)\"." : "There is no profile of \($0)."
            }
                ?? "Your account has no profile. Ask an administrator to mend that: rollcall admin check"
        case .photoNotFound:
            circumstances.subject.map { "\($0) has no photo." } ?? "There is no photo."
        default: nil
        }
    }

    private func sessionSentence(_ circumstances: Circumstances) -> String? {
        switch self {
        // Without a session the answer does not say which of the two is wrong.
        case .wrongCredentials:
            circumstances.code == .permissionDenied
                ? "The password is wrong."
                : "The password is wrong, or there is no account with this e-mail address or display "
                    + "name."
        case .accessTokenInvalid: Failure.notSignedIn.message
        case .refreshTokenInvalid, .sessionEnded: Failure.sessionEnded.message
        case .refreshTokenReused:
            "Your session was ended, because a copy of it was used elsewhere. Sign in again, and "
                + "find out who can read your files."
        case .notAllowed: "You may not do that."
        case .passwordResetRequired:
            "The password is right, but an administrator wants it replaced before you sign in: "
                + "rollcall password reset --email ADDRESS"
        case .sessionNotFound:
            "You have \(circumstances.named("no session", otherwise: "no such session")). "
                + "List yours: rollcall session list"
        default: nil
        }
    }

    private var codeSentence: String? {
        switch self {
        case .codeWrong: "The code is not the one of the mail."
        case .codeExpired:
            "The code was used already, has expired or was never sent. Ask for another one."
        case .linkInvalid:
            "The link was used already, has expired or was never sent. Ask for another mail."
        default: nil
        }
    }

    private func profileSentence(_ later: String) -> String? {
        switch self {
        case .revisionMismatch:
            "The profile was changed since you have read it. Read it again: rollcall profile show"
        case .reportedTooOften:
            "You can report a user once a day, and 20 users a day. Try again \(later)."
        default: nil
        }
    }

    /// The service has looked at the photo, and says which rule it breaks.
    private func photoSentence(_ circumstances: Circumstances) -> String? {
        let rule = circumstances.message.sentence
        return switch self {
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
        default: nil
        }
    }

    private func adminSentence(_ circumstances: Circumstances) -> String? {
        switch self {
        case .pageTokenInvalid: "The list was begun elsewhere. Begin it again."
        case .userNotFound:
            circumstances.subject.map {
                "No account has the e-mail address, the display name or the id \"\($0)\"."
            } ?? "There is no such account."
        case .reportNotFound:
            "There is \(circumstances.named("no report", otherwise: "no such report")), or it was decided. "
                + "List them: rollcall admin profile reports"
        case .photoNotRefused:
            "\(circumstances.named("The photo", otherwise: "The photo")) is not refused. "
                + "List those that are: rollcall admin profile refused-photos"
        case .scrubIsOff:
            "The search for damaged photos is off. Start rollcall-profile with a --scrub-rate above 0."
        case .lastAdmin: "That is the last administrator. Make another one first."
        case .banNotFound:
            "There is \(circumstances.named("no ban", otherwise: "no such ban")), or it has ended. "
                + "List them: rollcall admin ban list"
        case .emailNotVerified:
            "Nobody has proved that the address is theirs, so anybody may have signed up with it. If "
                + "the account is the right one, name it by its id, which this shows: rollcall admin "
                + "user show ADDRESS"
        default: nil
        }
    }

    private func serviceSentence(_ circumstances: Circumstances) -> String? {
        switch self {
        case .serviceCredentialInvalid: "The service credential is not one of this deployment's."
        case .mailNotFound:
            "There is \(circumstances.named("no mail", otherwise: "no such mail")). "
                + "List them: rollcall admin mail list"
        case .serviceNameTaken:
            "\(circumstances.named("The service", otherwise: "The service")) has a credential already. "
                + "To replace it: --replace"
        case .serviceNotFound:
            "There is \(circumstances.named("no service", otherwise: "no such service")) with a "
                + "credential. List them: rollcall admin service list"
        case .deliveryNotFound:
            "There is \(circumstances.named("no delivery", otherwise: "no such delivery")). "
                + "List them: rollcall admin delivery list"
        default: nil
        }
    }

    private func limitSentence(_ later: String) -> String? {
        switch self {
        case .deviceKicked:
            "This device was taken offline by you, from another one, or by an administrator."
        case .tooManyDevices: "You have too many devices online: at most 16."
        case .overloaded: "The service has too much to do. Try again \(later)."
        case .tooManyAttempts: "There were too many attempts. Try again \(later)."
        case .exportedTooOften: "An account can be exported once an hour. Try again \(later)."
        case .noSpace:
            "The disk of the service is full; nothing was changed. Try again \(later)."
        default: nil
        }
    }
}
