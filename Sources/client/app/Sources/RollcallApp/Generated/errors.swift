// swift-format-ignore-file
// Generated from rollcall/v1/errors.proto by proto/generate.sh. Do not edit.

import Foundation

/// A rule that a request can break. New numbers may be added. A client treats an unknown number by
/// the status code alone.
public struct Reason: OpenEnum {
    /// Unspecified.
    public static let unspecified = Self(rawValue: 0)
    /// A required field is missing; `field` names it.
    public static let fieldMissing = Self(rawValue: 1)
    /// A field is malformed or out of its range; `field` names it.
    public static let fieldMalformed = Self(rawValue: 2)
    /// A list has more entries than its limit; `field` names it.
    public static let tooMany = Self(rawValue: 3)
    /// The page token is of another list or another caller, or is older than 24 hours.
    public static let pageTokenInvalid = Self(rawValue: 4)
    /// The idempotency key is missing, or not 16 to 64 characters of `[A-Za-z0-9_-]`.
    public static let idempotencyKeyMalformed = Self(rawValue: 5)
    /// The idempotency key was used with another request.
    public static let idempotencyKeyReused = Self(rawValue: 6)
    /// The profile was changed since it was read: read it again.
    public static let revisionMismatch = Self(rawValue: 7)
    /// The access token is missing, malformed, expired, not valid yet, or not signed by or for this
    /// deployment.
    public static let accessTokenInvalid = Self(rawValue: 10)
    /// The refresh token is malformed or expired, or its session has ended.
    public static let refreshTokenInvalid = Self(rawValue: 11)
    /// The refresh token had been used before. The session was ended, as the token was stolen.
    public static let refreshTokenReused = Self(rawValue: 12)
    /// The session was signed out or has expired.
    public static let sessionEnded = Self(rawValue: 13)
    /// The caller has no session of this id.
    public static let sessionNotFound = Self(rawValue: 14)
    /// The service credential is malformed, or no service has it.
    public static let serviceCredentialInvalid = Self(rawValue: 15)
    /// The caller is signed in but may not call this RPC.
    public static let notAllowed = Self(rawValue: 16)
    /// UNAUTHENTICATED: no account has this e-mail address or display name with this password.
    /// PERMISSION_DENIED: the caller is signed in, and the password is not the account's.
    public static let wrongCredentials = Self(rawValue: 17)
    /// The password is correct, but must be replaced before it can be used again.
    public static let passwordResetRequired = Self(rawValue: 18)
    /// The change needs a fresh proof of who the caller is, which the request does not have.
    public static let reauthenticationRequired = Self(rawValue: 19)
    /// The service has more work than it can do in time: calls, password hashes, photos, watches or
    /// memory. Always with UNAVAILABLE, `retry_after_ms` and the trailer `retry-pushback-ms`.
    /// Nothing was changed. A caller who has called too often gets TOO_MANY_ATTEMPTS instead.
    public static let overloaded = Self(rawValue: 20)
    /// The disk is full: nothing was changed.
    public static let noSpace = Self(rawValue: 21)
    /// Too many attempts or requests were made recently: from the caller's address, on the device,
    /// in the session, for the account, to the mailbox or by all callers. `retry_after_ms` says
    /// when the next one is accepted.
    public static let tooManyAttempts = Self(rawValue: 22)
    /// The account was exported within the last hour. `retry_after_ms` says when it can be exported
    /// again.
    public static let exportedTooOften = Self(rawValue: 23)
    /// The user has given up 8 display names in the last 30 days, or has changed the name 64 times.
    /// `retry_after_ms` says when the name can be changed again.
    public static let renamedTooOften = Self(rawValue: 24)
    /// The caller has reported this user in the last 24 hours, or 20 users. `retry_after_ms` says
    /// when the next report is accepted.
    public static let reportedTooOften = Self(rawValue: 25)
    /// The e-mail address is missing.
    public static let emailMissing = Self(rawValue: 30)
    /// The e-mail address is longer than 254 bytes, or its local part longer than 64 (RFC 5321).
    public static let emailTooLong = Self(rawValue: 31)
    /// The e-mail address is not a mailbox of the form local@domain (RFC 5321), or its domain is
    /// one that this deployment sends no mail to, such as `localhost`.
    public static let emailMalformed = Self(rawValue: 32)
    /// Another account has the e-mail address.
    public static let emailTaken = Self(rawValue: 33)
    /// The e-mail address is not verified.
    public static let emailNotVerified = Self(rawValue: 34)
    /// The account does not have this e-mail address.
    public static let addressNotFound = Self(rawValue: 35)
    /// The primary e-mail address cannot be removed while there are others.
    public static let addressIsPrimary = Self(rawValue: 36)
    /// Nobody could sign in to the account any more.
    public static let lastCredential = Self(rawValue: 37)
    /// The password is missing.
    public static let passwordMissing = Self(rawValue: 40)
    /// The password is shorter than 8 characters.
    public static let passwordTooShort = Self(rawValue: 41)
    /// The password is longer than 256 characters.
    public static let passwordTooLong = Self(rawValue: 42)
    /// The password is the e-mail address or the display name.
    public static let passwordSameAsIdentity = Self(rawValue: 43)
    /// The password, or its lower-case form, is in a list of common or breached passwords.
    public static let passwordCommon = Self(rawValue: 44)
    /// The new password is the current one.
    public static let passwordUnchanged = Self(rawValue: 45)
    /// The code is not the code of the mail.
    public static let codeWrong = Self(rawValue: 50)
    /// The code was used, has expired, became invalid by a change, was tried too often, or was
    /// never sent: request another.
    public static let codeExpired = Self(rawValue: 51)
    /// The link was used, has expired, became invalid by a change, or never existed.
    public static let linkInvalid = Self(rawValue: 52)
    /// The account has a second factor, and the request has no code of it.
    public static let factorRequired = Self(rawValue: 53)
    /// The code is not one of the authenticator app's at this time, was used before, or is no
    /// recovery code of the account.
    public static let factorWrong = Self(rawValue: 54)
    /// The account has no second factor.
    public static let factorNotFound = Self(rawValue: 55)
    /// The account has a second factor already.
    public static let factorExists = Self(rawValue: 56)
    /// The display name is missing.
    public static let displayNameMissing = Self(rawValue: 60)
    /// The display name is shorter than 3 characters.
    public static let displayNameTooShort = Self(rawValue: 61)
    /// The display name is longer than 30 characters.
    public static let displayNameTooLong = Self(rawValue: 62)
    /// The display name has a character other than ASCII letters, digits, `_` and `.`.
    public static let displayNameBadCharacter = Self(rawValue: 63)
    /// The display name begins with a period.
    public static let displayNameLeadingPeriod = Self(rawValue: 64)
    /// The display name ends with a period.
    public static let displayNameTrailingPeriod = Self(rawValue: 65)
    /// The display name has two periods in a row.
    public static let displayNameDoubledPeriod = Self(rawValue: 66)
    /// Another account has the display name or one that looks like it, holds it for a sign-up, or
    /// had it in the last 30 days. Names that differ in case, or in characters that look alike,
    /// such as `l`, `I` and `1`, count as the same.
    public static let displayNameTaken = Self(rawValue: 67)
    /// The display name is reserved, as it could be mistaken for the service itself, or it looks
    /// like a reserved one.
    public static let displayNameReserved = Self(rawValue: 68)
    /// The name hold does not exist or has been released.
    public static let holdNotFound = Self(rawValue: 69)
    /// No profile has this user id or display name.
    public static let profileNotFound = Self(rawValue: 70)
    /// The profile has no photo.
    public static let photoNotFound = Self(rawValue: 71)
    /// The upload is not a JPEG, or its structure is broken. The sentence says what kind of file it
    /// is, or which rule of the format it breaks.
    public static let photoNotJpeg = Self(rawValue: 72)
    /// The photo has more bytes than Profile accepts: 5,242,880 (5 MiB) unless configured
    /// otherwise.
    public static let photoTooLarge = Self(rawValue: 73)
    /// The photo is wider or taller than Profile accepts: 2,048 pixels unless configured otherwise.
    public static let photoDimensionsTooLarge = Self(rawValue: 74)
    /// The photo is a kind of JPEG that is not accepted (CMYK, 12 bit, lossless, arithmetic
    /// coding), or would cost too much to show. The sentence says which.
    public static let photoUnsupported = Self(rawValue: 75)
    /// The stored photo is damaged and is not served.
    public static let photoDamaged = Self(rawValue: 76)
    /// The received bytes are not the declared ones: they were changed or cut off on the way.
    public static let photoNotAsDeclared = Self(rawValue: 77)
    /// An administrator has taken this photo down, and it may not be uploaded again.
    public static let photoRefused = Self(rawValue: 78)
    /// The photo of this id is not refused.
    public static let photoNotRefused = Self(rawValue: 79)
    /// The lease is unknown or has ended: go online again.
    public static let leaseEnded = Self(rawValue: 80)
    /// The user has too many devices online.
    public static let tooManyDevices = Self(rawValue: 81)
    /// The device was taken offline by its user or by an administrator. It stays offline until its
    /// user asks to go online.
    public static let deviceKicked = Self(rawValue: 82)
    /// The deployment has no provider of this name.
    public static let providerNotFound = Self(rawValue: 90)
    /// The provider does not answer, or not as it should.
    public static let providerUnavailable = Self(rawValue: 91)
    /// The attempt was used, is too old, or was never begun: start again.
    public static let attemptExpired = Self(rawValue: 92)
    /// The provider's token or code does not prove the identity; the message names the claim.
    public static let identityTokenInvalid = Self(rawValue: 93)
    /// Another account has the identity.
    public static let identityTaken = Self(rawValue: 94)
    /// The account does not have the identity.
    public static let identityNotFound = Self(rawValue: 95)
    /// The deployment does not offer this way to sign in.
    public static let signInWayOff = Self(rawValue: 96)
    /// The account has a way to sign in already.
    public static let hasCredential = Self(rawValue: 97)
    /// The passkey is unknown, or its answer is wrong; the message names what is.
    public static let passkeyInvalid = Self(rawValue: 98)
    /// An account has this passkey already.
    public static let passkeyTaken = Self(rawValue: 99)
    /// No account has this id, e-mail address or display name.
    public static let userNotFound = Self(rawValue: 100)
    /// The account is the last administrator: make another administrator first.
    public static let lastAdmin = Self(rawValue: 101)
    /// No mail has this id.
    public static let mailNotFound = Self(rawValue: 102)
    /// No delivery has this id.
    public static let deliveryNotFound = Self(rawValue: 103)
    /// No ban has this id, or it has ended.
    public static let banNotFound = Self(rawValue: 104)
    /// No service has this name.
    public static let serviceNotFound = Self(rawValue: 105)
    /// Another service has this name.
    public static let serviceNameTaken = Self(rawValue: 106)
    /// No report has this id, or it was already decided.
    public static let reportNotFound = Self(rawValue: 107)
    /// The account does not have this passkey.
    public static let passkeyNotFound = Self(rawValue: 108)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Why a call failed, for programs. Every error that a caller can act on carries one `ErrorInfo` in
/// the details of its status, under the type `rollcall.v1.ErrorInfo`.
///
/// In the rules of all services, a character is a code point of the text in Unicode's normal form
/// NFC.
public struct ErrorInfo: Message {
    /// All rules that the request broke, in the order of the request's fields, so that a form can
    /// mark each field. Never empty.
    public var violations: [Violation] = []
    /// When to retry, in milliseconds from now; 0 when a retry changes nothing.
    public var retryAfterMs: UInt32 = 0
    /// With REVISION_MISMATCH: the present revision.
    public var currentRevision: UInt64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &violations)
        try visitor.value(2, &retryAfterMs)
        try visitor.value(3, &currentRevision)
    }
}

/// One rule that the request broke.
public struct Violation: Message {
    /// The rule.
    public var reason: Reason = .unspecified
    /// The path of the field from the request, by the names in the .proto: `password`,
    /// `status.text`, `user_ids[3]`, `users[3].user_id`; indices count from 0, and of the bad
    /// entries of a list the first 50 are named. A list as a whole has no index. A oneof in which
    /// nothing is set has its own name. Empty for the request as a whole. Text that is not UTF-8 or
    /// contains a NUL is FIELD_MALFORMED, with the path of its field.
    public var field: String = ""
    /// A sentence for a developer. Applications show their own words, chosen by `reason`.
    public var message: String = ""
    /// The first position at which the rule is broken, in code points of the field as it was sent,
    /// from 0; set only with DISPLAY_NAME_BAD_CHARACTER.
    public var position: UInt32?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &reason)
        try visitor.value(2, &field)
        try visitor.value(3, &message)
        try visitor.optional(4, &position)
    }
}
