extension Catalogue {
    static let english = """
        later: later
        later.second: in a second
        later.seconds: in {count} seconds
        later.minutes: in {count} minutes
        later.hours: in {count} hours
        reason.other: That was not accepted.
        reason.fieldMissing: Something is missing here.
        reason.fieldMalformed: This cannot be read, or is too long.
        reason.tooMany: These are too many.
        reason.pageTokenInvalid: The list has changed. Start it again.
        reason.idempotencyKeyMalformed: The form is broken. Open it again.
        reason.idempotencyKeyReused: This form was sent before, with something else in it. Open it again.
        reason.revisionMismatch: Your profile was changed elsewhere meanwhile. What you typed is still here. Save it again to replace what was changed.
        reason.accessTokenInvalid: You are not signed in any more. Sign in again.
        reason.refreshTokenInvalid: Your session has ended. Sign in again.
        reason.refreshTokenReused: Your session was ended, because a copy of it was used elsewhere. Sign in again.
        reason.sessionEnded: Your session has ended. Sign in again.
        reason.sessionNotFound: This session has ended already.
        reason.serviceCredentialInvalid: The service is not known here.
        reason.notAllowed: Your account may not do this.
        reason.wrongCredentials: That is not the right password, or there is no such account.
        reason.wrongPassword: That is not your password.
        reason.passwordResetRequired: The password is correct, but you need a new one before you sign in: choose "Forgot your password?".
        reason.reauthenticationRequired: Enter your password, so that we know it is you.
        reason.overloaded: There is too much to do at the moment. Try again {later}.
        reason.noSpace: There is no space left for this. Nothing was changed. Try again {later}.
        reason.tooManyAttempts: There were too many attempts. Try again {later}.
        reason.exportedTooOften: You can have your data once an hour. Try again {later}.
        reason.renamedTooOften: You have changed your display name too often. You can choose another one {later}.
        reason.reportedTooOften: You can report somebody once a day, and 20 people a day. Try again {later}.
        reason.emailMissing: The e-mail address is missing.
        reason.emailTooLong: The e-mail address is too long.
        reason.emailMalformed: An e-mail address looks like name@example.org.
        reason.emailTaken: There is an account with this e-mail address. If it is yours, sign in.
        reason.emailNotVerified: Nobody has shown yet that this address is theirs.
        reason.addressNotFound: Your account does not have this address.
        reason.addressIsPrimary: Mails to you go to this address. Choose another one for them first.
        reason.lastCredential: Without this you could not sign in any more. Set a password or add an address first.
        reason.passwordMissing: The password is missing.
        reason.passwordTooShort: The password is too short: it has at least 8 characters.
        reason.passwordTooLong: The password is too long: it has at most 256 characters.
        reason.passwordSameAsIdentity: The password is your e-mail address or display name. Choose another one.
        reason.passwordCommon: Many people have this password, so it is guessed first. Choose another one.
        reason.passwordUnchanged: This is the password that you have. Choose another one.
        reason.codeWrong: This is not the code of the newest mail.
        reason.codeExpired: This code was used already or is too old. Have another one mailed.
        reason.linkInvalid: This link was used already or is too old. Have another mail sent.
        reason.displayNameMissing: The display name is missing.
        reason.displayNameTooShort: The display name is too short: it has at least 3 characters.
        reason.displayNameTooLong: The display name is too long: it has at most 30 characters.
        reason.displayNameBadCharacter: A display name has only letters from A to Z, digits, underscores and periods.
        reason.displayNameLeadingPeriod: A display name does not begin with a period.
        reason.displayNameTrailingPeriod: A display name does not end with a period.
        reason.displayNameDoubledPeriod: A display name does not have two periods in a row.
        reason.displayNameTaken: Somebody has this display name, or one that looks like it.
        reason.displayNameReserved: This display name is reserved, or looks like a reserved one.
        reason.holdNotFound: The display name is not kept for you any more. Choose it again.
        reason.profileNotFound: There is nobody of this name.
        reason.photoNotFound: There is no photo.
        reason.photoNotJpeg: This is not a photo, or it is damaged.
        reason.photoTooLarge: The photo is too large.
        reason.photoDimensionsTooLarge: The photo has too many pixels.
        reason.photoUnsupported: This kind of picture is not accepted. Save it as an ordinary JPEG, and try again.
        reason.photoDamaged: The stored photo is damaged. Choose it again.
        reason.photoNotAsDeclared: The photo was cut off on its way. Try again.
        reason.photoRefused: This photo was taken away before. Choose another one.
        reason.photoNotRefused: The photo is not refused.
        reason.leaseEnded: You are not shown as online any more. Open this again.
        reason.tooManyDevices: You are online on too many devices: at most 16.
        reason.deviceKicked: This device was taken offline elsewhere.
        reason.userNotFound: There is no such account.
        reason.lastAdmin: This is the last administrator. Make another one first.
        reason.mailNotFound: There is no such mail.
        reason.deliveryNotFound: There is no such delivery.
        reason.banNotFound: There is no such ban, or it has ended.
        reason.serviceNotFound: There is no such service.
        reason.serviceNameTaken: Another service has this name.
        reason.reportNotFound: There is no such report, or it was decided already.
        failure.noRoute: There is no connection. Try again when there is one.
        failure.connectionLost: The connection broke. Try again.
        failure.noAnswer: There was no answer in time. Try again.
        failure.notSecure: The connection is not secure, so nothing was sent. Check the date of this device, or use another network.
        failure.away: The service does not answer at the moment. Try again in a minute.
        failure.captivePortal: This network asks for a sign-in of its own. Open any page in a browser, and try again.
        failure.malformedAnswer: The answer cannot be understood. Try again, or update the app.
        failure.store: This device cannot read or save the sign-in at the moment. Unlock it, or free some space, and try again.
        failure.cancelled: That was cancelled.
        failure.notSignedIn: You are not signed in.
        failure.failed: Something went wrong. Try again later.
        failure.passwordsDiffer: These are two different passwords.
        """
}
