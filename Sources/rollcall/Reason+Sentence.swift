import RollcallAPI

extension Reason {
    /// What a user of the terminal needs to know and to do; nil where the code says enough.
    ///
    /// - Parameters:
    ///   - displayName: the one that the call was about.
    ///   - pause: the milliseconds until it makes sense to try again; 0 if nobody has said.
    func sentence(displayName: String?, retryAfterMs pause: UInt32 = 0) -> String? {
        let later = pause == 0 ? "later" : "in \(pause.pauseText)"
        return emailSentence ?? passwordSentence ?? displayNameSentence(displayName)
            ?? sessionSentence ?? codeSentence ?? photoSentence ?? adminSentence
            ?? limitSentence(later)
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
            "Another account has the e-mail address. Is it yours? Sign in: "
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

    private func displayNameSentence(_ name: String?) -> String? {
        let subject = name.map { "The display name \"\($0)\"" } ?? "The display name"
        return switch self {
        case .displayNameMissing: "The display name is missing."
        case .displayNameTooShort: "\(subject) is too short: at least 3 characters."
        case .displayNameTooLong: "\(subject) is too long: at most 30 characters."
        case .displayNameBadCharacter:
            "\(subject) has a character that is not allowed: use ASCII letters, digits, _ and ."
        case .displayNameLeadingPeriod: "\(subject) begins with a period."
        case .displayNameTrailingPeriod: "\(subject) ends with a period."
        case .displayNameDoubledPeriod: "\(subject) has two periods in a row."
        case .displayNameTaken: "\(subject) is taken. Try another: rollcall name check NAME"
        case .displayNameReserved:
            "\(subject) is reserved, or looks like one that is. Try another: rollcall name check NAME"
        case .profileNotFound:
            name.map { "Nobody has the display name \"\($0)\"." } ?? "There is no such profile."
        case .photoNotFound:
            name.map { "\($0) has no photo." } ?? "There is no photo."
        default: nil
        }
    }

    private var sessionSentence: String? {
        switch self {
        case .wrongCredentials:
            "The e-mail address or display name, and the password, do not belong together."
        case .accessTokenInvalid: Failure.notSignedIn.message
        case .refreshTokenInvalid, .sessionEnded: Failure.sessionEnded.message
        case .refreshTokenReused:
            "Your session was ended, because somebody else had used it. Sign in again, and "
                + "look at who can read your files."
        case .notAllowed: "You may not do that."
        case .passwordResetRequired:
            "The password is right, but an administrator wants it replaced before you sign in: "
                + "rollcall password reset --email ADDRESS"
        case .sessionNotFound: "You have no such session. List yours: rollcall session list"
        default: nil
        }
    }

    private var codeSentence: String? {
        switch self {
        case .codeWrong: "The code is not the one of the mail."
        case .codeExpired: "The code is of no use, or not any more. Ask for another."
        case .linkInvalid: "The link is of no use, or not any more. Ask for another mail."
        default: nil
        }
    }

    private var photoSentence: String? {
        switch self {
        case .photoNotJpeg: "The photo is not a JPEG, or it is damaged."
        case .photoTooLarge: "The photo is too large: at most 5 MiB."
        case .photoDimensionsTooLarge: "The photo has too many pixels: at most 2048 a side."
        case .photoUnsupported:
            "This kind of JPEG is not taken (CMYK, 12 bit, lossless or arithmetic coding). "
                + "Save it as an ordinary one."
        case .photoDamaged: "The stored photo is damaged and cannot be shown."
        default: nil
        }
    }

    private var adminSentence: String? {
        switch self {
        case .serviceCredentialInvalid: "The service credential is not one of this deployment's."
        case .pageTokenInvalid: "The list was not begun here. Begin it again."
        case .userNotFound: "There is no such account."
        case .mailNotFound: "There is no such mail. List them: rollcall admin mail list"
        case .lastAdmin: "That is the last administrator. Make another one first."
        case .serviceNameTaken:
            "A service has the name. To give it another credential in place of its own: --replace"
        case .serviceNotFound: "There is no such service. List them: rollcall admin service list"
        case .deliveryNotFound:
            "There is no such delivery. List them: rollcall admin delivery list"
        case .banNotFound:
            "There is no such ban, or it has ended. List them: rollcall admin ban list"
        case .emailNotVerified:
            "Nobody has proved to read what is sent to the address, so anybody may have signed up with "
                + "it. If the account is the right one, name it by its id: rollcall admin user show "
                + "ADDRESS"
        default: nil
        }
    }

    private func limitSentence(_ later: String) -> String? {
        switch self {
        case .tooManyDevices: "You have too many devices online: at most 16."
        case .overloaded: "The service has too much to do. Try again \(later)."
        case .tooManyAttempts: "There were too many attempts. Try again \(later)."
        case .noSpace:
            "The disk of the service is full; nothing was changed. Try again \(later)."
        default: nil
        }
    }
}
