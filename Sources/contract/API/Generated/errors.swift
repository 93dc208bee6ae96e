// swift-format-ignore-file
// Generated from rollcall/v1/errors.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// A rule that a request can break. New numbers may be added. A client treats an unknown number by
/// the status code alone.
public enum Reason: OpenEnum {
    /// Unspecified.
    case unspecified
    /// A required field is missing; `field` names it.
    case fieldMissing
    /// A field is malformed or out of its range; `field` names it.
    case fieldMalformed
    /// A list has more entries than its limit; `field` names it.
    case tooMany
    /// The page token is of another list or another caller, or is older than 24 hours.
    case pageTokenInvalid
    /// The idempotency key is missing, or not 16 to 64 characters of `[A-Za-z0-9_-]`.
    case idempotencyKeyMalformed
    /// The idempotency key was used with another request.
    case idempotencyKeyReused
    /// The profile was changed since it was read: read it again.
    case revisionMismatch
    /// The access token is missing, malformed, expired, not valid yet, or not signed by or for this
    /// deployment.
    case accessTokenInvalid
    /// The refresh token is malformed or expired, or its session has ended.
    case refreshTokenInvalid
    /// The refresh token had been used before. The session was ended, as the token was stolen.
    case refreshTokenReused
    /// The session was signed out or has expired.
    case sessionEnded
    /// The caller has no session of this id.
    case sessionNotFound
    /// The service credential is malformed, or no service has it.
    case serviceCredentialInvalid
    /// The caller is signed in but may not call this RPC.
    case notAllowed
    /// UNAUTHENTICATED: no account has this e-mail address or display name with this password.
    /// PERMISSION_DENIED: the caller is signed in, and the password is not the account's.
    case wrongCredentials
    /// The password is correct, but must be replaced before it can be used again.
    case passwordResetRequired
    /// The change needs a fresh proof of who the caller is, which the request does not have.
    case reauthenticationRequired
    /// The service has more work than it can do in time: calls, password hashes, photos, watches or
    /// memory. Always with UNAVAILABLE, `retry_after_ms` and the trailer `retry-pushback-ms`.
    /// Nothing was changed. A caller who has called too often gets TOO_MANY_ATTEMPTS instead.
    case overloaded
    /// The disk is full: nothing was changed.
    case noSpace
    /// Too many attempts or requests were made recently: from the caller's address, on the device,
    /// in the session, for the account, to the mailbox or by all callers. `retry_after_ms` says
    /// when the next one is accepted.
    case tooManyAttempts
    /// The account was exported within the last hour. `retry_after_ms` says when it can be exported
    /// again.
    case exportedTooOften
    /// The user has given up 8 display names in the last 30 days, or has changed the name 64 times.
    /// `retry_after_ms` says when the name can be changed again.
    case renamedTooOften
    /// The caller has reported this user in the last 24 hours, or 20 users. `retry_after_ms` says
    /// when the next report is accepted.
    case reportedTooOften
    /// The e-mail address is missing.
    case emailMissing
    /// The e-mail address is longer than 254 bytes, or its local part longer than 64 (RFC 5321).
    case emailTooLong
    /// The e-mail address is not a mailbox of the form local@domain (RFC 5321), or its domain is
    /// one that this deployment sends no mail to, such as `localhost`.
    case emailMalformed
    /// Another account has the e-mail address.
    case emailTaken
    /// The e-mail address is not verified.
    case emailNotVerified
    /// The account does not have this e-mail address.
    case addressNotFound
    /// The primary e-mail address cannot be removed while there are others.
    case addressIsPrimary
    /// Nobody could sign in to the account any more.
    case lastCredential
    /// The password is missing.
    case passwordMissing
    /// The password is shorter than 8 characters.
    case passwordTooShort
    /// The password is longer than 256 characters.
    case passwordTooLong
    /// The password is the e-mail address or the display name.
    case passwordSameAsIdentity
    /// The password, or its lower-case form, is in a list of common or breached passwords.
    case passwordCommon
    /// The new password is the current one.
    case passwordUnchanged
    /// The code is not the code of the mail.
    case codeWrong
    /// The code was used, has expired, became invalid by a change, was tried too often, or was
    /// never sent: request another.
    case codeExpired
    /// The link was used, has expired, became invalid by a change, or never existed.
    case linkInvalid
    /// The account has a second factor, and the request has no code of it.
    case factorRequired
    /// The code is not one of the authenticator app's at this time, was used before, or is no
    /// recovery code of the account.
    case factorWrong
    /// The account has no second factor.
    case factorNotFound
    /// The account has a second factor already.
    case factorExists
    /// The display name is missing.
    case displayNameMissing
    /// The display name is shorter than 3 characters.
    case displayNameTooShort
    /// The display name is longer than 30 characters.
    case displayNameTooLong
    /// The display name has a character other than ASCII letters, digits, `_` and `.`.
    case displayNameBadCharacter
    /// The display name begins with a period.
    case displayNameLeadingPeriod
    /// The display name ends with a period.
    case displayNameTrailingPeriod
    /// The display name has two periods in a row.
    case displayNameDoubledPeriod
    /// Another account has the display name or one that looks like it, holds it for a sign-up, or
    /// had it in the last 30 days. Names that differ in case, or in characters that look alike,
    /// such as `l`, `I` and `1`, count as the same.
    case displayNameTaken
    /// The display name is reserved, as it could be mistaken for the service itself, or it looks
    /// like a reserved one.
    case displayNameReserved
    /// The name hold does not exist or has been released.
    case holdNotFound
    /// No profile has this user id or display name.
    case profileNotFound
    /// The profile has no photo.
    case photoNotFound
    /// The upload is not a JPEG, or its structure is broken. The sentence says what kind of file it
    /// is, or which rule of the format it breaks.
    case photoNotJpeg
    /// The photo has more bytes than Profile accepts: 5,242,880 (5 MiB) unless configured
    /// otherwise.
    case photoTooLarge
    /// The photo is wider or taller than Profile accepts: 2,048 pixels unless configured otherwise.
    case photoDimensionsTooLarge
    /// The photo is a kind of JPEG that is not accepted (CMYK, 12 bit, lossless, arithmetic
    /// coding), or would cost too much to show. The sentence says which.
    case photoUnsupported
    /// The stored photo is damaged and is not served.
    case photoDamaged
    /// The received bytes are not the declared ones: they were changed or cut off on the way.
    case photoNotAsDeclared
    /// An administrator has taken this photo down, and it may not be uploaded again.
    case photoRefused
    /// The photo of this id is not refused.
    case photoNotRefused
    /// The lease is unknown or has ended: go online again.
    case leaseEnded
    /// The user has too many devices online.
    case tooManyDevices
    /// The device was taken offline by its user or by an administrator. It stays offline until its
    /// user asks to go online.
    case deviceKicked
    /// The deployment has no provider of this name.
    case providerNotFound
    /// The provider does not answer, or not as it should.
    case providerUnavailable
    /// The attempt was used, is too old, or was never begun: start again.
    case attemptExpired
    /// The provider's token or code does not prove the identity; the message names the claim.
    case identityTokenInvalid
    /// Another account has the identity.
    case identityTaken
    /// The account does not have the identity.
    case identityNotFound
    /// The deployment does not offer this way to sign in.
    case signInWayOff
    /// The account has a way to sign in already.
    case hasCredential
    /// The passkey is unknown, or its answer is wrong; the message names what is.
    case passkeyInvalid
    /// An account has this passkey already.
    case passkeyTaken
    /// No account has this id, e-mail address or display name.
    case userNotFound
    /// The account is the last administrator: make another administrator first.
    case lastAdmin
    /// No mail has this id.
    case mailNotFound
    /// No delivery has this id.
    case deliveryNotFound
    /// No ban has this id, or it has ended.
    case banNotFound
    /// No service has this name.
    case serviceNotFound
    /// Another service has this name.
    case serviceNameTaken
    /// No report has this id, or it was already decided.
    case reportNotFound
    /// The account does not have this passkey.
    case passkeyNotFound
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .fieldMissing
        case 2: self = .fieldMalformed
        case 3: self = .tooMany
        case 4: self = .pageTokenInvalid
        case 5: self = .idempotencyKeyMalformed
        case 6: self = .idempotencyKeyReused
        case 7: self = .revisionMismatch
        case 10: self = .accessTokenInvalid
        case 11: self = .refreshTokenInvalid
        case 12: self = .refreshTokenReused
        case 13: self = .sessionEnded
        case 14: self = .sessionNotFound
        case 15: self = .serviceCredentialInvalid
        case 16: self = .notAllowed
        case 17: self = .wrongCredentials
        case 18: self = .passwordResetRequired
        case 19: self = .reauthenticationRequired
        case 20: self = .overloaded
        case 21: self = .noSpace
        case 22: self = .tooManyAttempts
        case 23: self = .exportedTooOften
        case 24: self = .renamedTooOften
        case 25: self = .reportedTooOften
        case 30: self = .emailMissing
        case 31: self = .emailTooLong
        case 32: self = .emailMalformed
        case 33: self = .emailTaken
        case 34: self = .emailNotVerified
        case 35: self = .addressNotFound
        case 36: self = .addressIsPrimary
        case 37: self = .lastCredential
        case 40: self = .passwordMissing
        case 41: self = .passwordTooShort
        case 42: self = .passwordTooLong
        case 43: self = .passwordSameAsIdentity
        case 44: self = .passwordCommon
        case 45: self = .passwordUnchanged
        case 50: self = .codeWrong
        case 51: self = .codeExpired
        case 52: self = .linkInvalid
        case 53: self = .factorRequired
        case 54: self = .factorWrong
        case 55: self = .factorNotFound
        case 56: self = .factorExists
        case 60: self = .displayNameMissing
        case 61: self = .displayNameTooShort
        case 62: self = .displayNameTooLong
        case 63: self = .displayNameBadCharacter
        case 64: self = .displayNameLeadingPeriod
        case 65: self = .displayNameTrailingPeriod
        case 66: self = .displayNameDoubledPeriod
        case 67: self = .displayNameTaken
        case 68: self = .displayNameReserved
        case 69: self = .holdNotFound
        case 70: self = .profileNotFound
        case 71: self = .photoNotFound
        case 72: self = .photoNotJpeg
        case 73: self = .photoTooLarge
        case 74: self = .photoDimensionsTooLarge
        case 75: self = .photoUnsupported
        case 76: self = .photoDamaged
        case 77: self = .photoNotAsDeclared
        case 78: self = .photoRefused
        case 79: self = .photoNotRefused
        case 80: self = .leaseEnded
        case 81: self = .tooManyDevices
        case 82: self = .deviceKicked
        case 90: self = .providerNotFound
        case 91: self = .providerUnavailable
        case 92: self = .attemptExpired
        case 93: self = .identityTokenInvalid
        case 94: self = .identityTaken
        case 95: self = .identityNotFound
        case 96: self = .signInWayOff
        case 97: self = .hasCredential
        case 98: self = .passkeyInvalid
        case 99: self = .passkeyTaken
        case 100: self = .userNotFound
        case 101: self = .lastAdmin
        case 102: self = .mailNotFound
        case 103: self = .deliveryNotFound
        case 104: self = .banNotFound
        case 105: self = .serviceNotFound
        case 106: self = .serviceNameTaken
        case 107: self = .reportNotFound
        case 108: self = .passkeyNotFound
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .fieldMissing: 1
        case .fieldMalformed: 2
        case .tooMany: 3
        case .pageTokenInvalid: 4
        case .idempotencyKeyMalformed: 5
        case .idempotencyKeyReused: 6
        case .revisionMismatch: 7
        case .accessTokenInvalid: 10
        case .refreshTokenInvalid: 11
        case .refreshTokenReused: 12
        case .sessionEnded: 13
        case .sessionNotFound: 14
        case .serviceCredentialInvalid: 15
        case .notAllowed: 16
        case .wrongCredentials: 17
        case .passwordResetRequired: 18
        case .reauthenticationRequired: 19
        case .overloaded: 20
        case .noSpace: 21
        case .tooManyAttempts: 22
        case .exportedTooOften: 23
        case .renamedTooOften: 24
        case .reportedTooOften: 25
        case .emailMissing: 30
        case .emailTooLong: 31
        case .emailMalformed: 32
        case .emailTaken: 33
        case .emailNotVerified: 34
        case .addressNotFound: 35
        case .addressIsPrimary: 36
        case .lastCredential: 37
        case .passwordMissing: 40
        case .passwordTooShort: 41
        case .passwordTooLong: 42
        case .passwordSameAsIdentity: 43
        case .passwordCommon: 44
        case .passwordUnchanged: 45
        case .codeWrong: 50
        case .codeExpired: 51
        case .linkInvalid: 52
        case .factorRequired: 53
        case .factorWrong: 54
        case .factorNotFound: 55
        case .factorExists: 56
        case .displayNameMissing: 60
        case .displayNameTooShort: 61
        case .displayNameTooLong: 62
        case .displayNameBadCharacter: 63
        case .displayNameLeadingPeriod: 64
        case .displayNameTrailingPeriod: 65
        case .displayNameDoubledPeriod: 66
        case .displayNameTaken: 67
        case .displayNameReserved: 68
        case .holdNotFound: 69
        case .profileNotFound: 70
        case .photoNotFound: 71
        case .photoNotJpeg: 72
        case .photoTooLarge: 73
        case .photoDimensionsTooLarge: 74
        case .photoUnsupported: 75
        case .photoDamaged: 76
        case .photoNotAsDeclared: 77
        case .photoRefused: 78
        case .photoNotRefused: 79
        case .leaseEnded: 80
        case .tooManyDevices: 81
        case .deviceKicked: 82
        case .providerNotFound: 90
        case .providerUnavailable: 91
        case .attemptExpired: 92
        case .identityTokenInvalid: 93
        case .identityTaken: 94
        case .identityNotFound: 95
        case .signInWayOff: 96
        case .hasCredential: 97
        case .passkeyInvalid: 98
        case .passkeyTaken: 99
        case .userNotFound: 100
        case .lastAdmin: 101
        case .mailNotFound: 102
        case .deliveryNotFound: 103
        case .banNotFound: 104
        case .serviceNotFound: 105
        case .serviceNameTaken: 106
        case .reportNotFound: 107
        case .passkeyNotFound: 108
        case .unrecognized(let number): number
        }
    }
}

/// Why a call failed, for programs. Every error that a caller can act on carries one `ErrorInfo` in
/// the details of its status, under the type `rollcall.v1.ErrorInfo`.
///
/// In the rules of all services, a character is a code point of the text in Unicode's normal form
/// NFC.
public struct ErrorInfo: Message {
    /// All rules that the request broke, in the order of the request's fields, so that a form can
    /// mark each field. Never empty.
    public var violations: [Violation]
    /// When to retry, in milliseconds from now; 0 when a retry changes nothing.
    public var retryAfterMs: UInt32
    /// With REVISION_MISMATCH: the present revision.
    public var currentRevision: UInt64

    public init(
        violations: [Violation] = [],
        retryAfterMs: UInt32 = 0,
        currentRevision: UInt64 = 0
    ) {
        self.violations = violations
        self.retryAfterMs = retryAfterMs
        self.currentRevision = currentRevision
    }
}

extension ErrorInfo {
    public static let layout = MessageLayout(rollcall__v1__error_info__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ErrorInfo.self)
        self.violations =
            try source.messages(c.pointee.violations, c.pointee.n_violations, "violations")
        self.retryAfterMs = c.pointee.retry_after_ms
        self.currentRevision = c.pointee.current_revision
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ErrorInfo.self)
        (c.pointee.n_violations, c.pointee.violations) =
            target.list(self.violations) { target.message($0) }
        c.pointee.retry_after_ms = self.retryAfterMs
        c.pointee.current_revision = self.currentRevision
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["violations": violations, "retryAfterMs": retryAfterMs, "currentRevision": currentRevision]
    }
}

/// One rule that the request broke.
public struct Violation: Message {
    /// The rule.
    public var reason: Reason
    /// The path of the field from the request, by the names in the .proto: `password`,
    /// `status.text`, `user_ids[3]`, `users[3].user_id`; indices count from 0, and of the bad
    /// entries of a list the first 50 are named. A list as a whole has no index. A oneof in which
    /// nothing is set has its own name. Empty for the request as a whole. Text that is not UTF-8 or
    /// contains a NUL is FIELD_MALFORMED, with the path of its field.
    public var field: String
    /// A sentence for a developer. Applications show their own words, chosen by `reason`.
    public var message: String
    /// The first position at which the rule is broken, in code points of the field as it was sent,
    /// from 0; set only with DISPLAY_NAME_BAD_CHARACTER.
    public var position: UInt32?

    public init(
        reason: Reason = .unspecified,
        field: String = "",
        message: String = "",
        position: UInt32? = nil
    ) {
        self.reason = reason
        self.field = field
        self.message = message
        self.position = position
    }
}

extension Violation {
    public static let layout = MessageLayout(rollcall__v1__violation__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Violation.self)
        self.reason = Reason(c.pointee.reason)
        self.field = try source.string(c.pointee.field, "field")
        self.message = try source.string(c.pointee.message, "message")
        if c.pointee._position_case.rawValue == 4 {
            self.position = c.pointee.position
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Violation.self)
        c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        c.pointee.field = target.string(self.field)
        c.pointee.message = target.string(self.message)
        if let value = self.position {
            c.pointee._position_case = .init(rawValue: 4)
            c.pointee.position = value
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["reason": reason, "field": field, "message": message, "position": position as Any]
    }
}
