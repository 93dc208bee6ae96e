// swift-format-ignore-file
// Generated from rollcall/v1/account.proto by proto/generate.sh. Do not edit.

import Foundation

/// What makes a password easy to guess.
public struct PasswordWeakness: OpenEnum {
    /// Nothing in particular, or it is only short.
    public static let unspecified = Self(rawValue: 0)
    /// A common word or password, also with letters replaced by digits.
    public static let word = Self(rawValue: 1)
    /// Neighbouring keys, such as `qwertz`.
    public static let keys = Self(rawValue: 2)
    /// Repeated characters or parts.
    public static let `repeat` = Self(rawValue: 3)
    /// A sequence, such as `abcd` or `4321`.
    public static let sequence = Self(rawValue: 4)
    /// A date or a year.
    public static let date = Self(rawValue: 5)
    /// The e-mail address, the display name or a part of them.
    public static let identity = Self(rawValue: 6)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The purpose of a link in a mail.
public struct LinkPurpose: OpenEnum {
    /// Unspecified.
    public static let unspecified = Self(rawValue: 0)
    /// Verify an e-mail address of the account.
    public static let verifyAddress = Self(rawValue: 1)
    /// Choose a new password.
    public static let resetPassword = Self(rawValue: 2)
    /// Return to the account's former e-mail address.
    public static let undoAddressChange = Self(rawValue: 3)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The account to read: the caller's.
public struct GetAccountRequest: Message {
    public init() {}
}

/// The caller's account.
public struct GetAccountResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &account)
    }
}

/// The language to choose.
public struct SetLocaleRequest: Message {
    /// A language tag (BCP 47), such as `de-AT`, or what a system says, as in
    /// `SignUpRequest.locale`. What is no tag at all is FIELD_MALFORMED. Empty for the deployment's
    /// language. If a language has no texts, the nearest language with texts is used.
    public var locale: String = ""

    public init() {}
    public init(locale: String = "") {
        self.locale = locale
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &locale)
    }
}

/// The language was set.
public struct SetLocaleResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &account)
    }
}

/// The proof and the new password.
public struct ChangePasswordRequest: Message, Redacted {
    /// The fresh proof, also in a fresh session. A password here is the current one.
    public var proof: Reauthentication?
    /// The new password, by the rules of `SignUpRequest.password`. Must differ from the current
    /// one.
    public var newPassword: String = ""

    public init() {}
    public init(proof: Reauthentication? = nil, newPassword: String = "") {
        self.proof = proof
        self.newPassword = newPassword
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &newPassword)
    }
}

/// The password was changed.
public struct ChangePasswordResponse: Message {
    public init() {}
}

/// Asks for a mail to the caller's primary address.
public struct SendVerificationRequest: Message {
    public init() {}
}

/// A mail is on its way, unless the address is already verified.
public struct SendVerificationResponse: Message {
    /// When its code and link expire, in milliseconds since 1970-01-01 UTC; 0 when nothing was
    /// sent.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &expiresAtMs)
    }
}

/// The code of the mail.
public struct VerifyAddressRequest: Message, Redacted {
    /// The eight digits, of any script. White space, invisible characters and dashes are skipped.
    /// What cannot be a code counts as no attempt.
    public var code: String = ""
    /// The address that AddAddress has mailed to; empty for the primary one.
    public var email: String = ""

    public init() {}
    public init(code: String = "", email: String = "") {
        self.code = code
        self.email = email
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &code)
        try visitor.value(2, &email)
    }
}

/// The address is verified.
public struct VerifyAddressResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &account)
    }
}

/// Asks for a code to the caller's primary address.
public struct SendReauthenticationRequest: Message {
    public init() {}
}

/// A mail is on its way, if the account has a verified address.
public struct SendReauthenticationResponse: Message {
    /// When its code expires, in milliseconds since 1970-01-01 UTC; 0 when nothing was sent.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &expiresAtMs)
    }
}

/// The address to add.
public struct AddAddressRequest: Message, Redacted {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?
    /// The mailbox, by the rules of `SignUpRequest.email`.
    public var email: String = ""

    public init() {}
    public init(proof: Reauthentication? = nil, email: String = "") {
        self.proof = proof
        self.email = email
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &email)
    }
}

/// The mail is on its way.
public struct AddAddressResponse: Message {
    /// When the code expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &expiresAtMs)
    }
}

/// The address to make primary.
public struct MakeAddressPrimaryRequest: Message, Redacted {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// A verified address of the account, in any case.
    public var email: String = ""

    public init() {}
    public init(proof: Reauthentication? = nil, email: String = "") {
        self.proof = proof
        self.email = email
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &email)
    }
}

/// The address is the primary one.
public struct MakeAddressPrimaryResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &account)
    }
}

/// The address to remove.
public struct RemoveAddressRequest: Message, Redacted {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// An address of the account, in any case.
    public var email: String = ""

    public init() {}
    public init(proof: Reauthentication? = nil, email: String = "") {
        self.proof = proof
        self.email = email
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &email)
    }
}

/// The account does not have the address any more.
public struct RemoveAddressResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &account)
    }
}

/// The password to check, and what it must not be.
public struct CheckPasswordRequest: Message, Redacted {
    /// As `SignUpRequest.password`.
    public var password: String = ""
    /// The e-mail address of the form; may be empty.
    public var email: String = ""
    /// The display name of the form; may be empty.
    public var displayName: String = ""

    public init() {}
    public init(password: String = "", email: String = "", displayName: String = "") {
        self.password = password
        self.email = email
        self.displayName = displayName
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &password)
        try visitor.value(2, &email)
        try visitor.value(3, &displayName)
    }
}

/// How hard the password is to guess.
public struct CheckPasswordResponse: Message {
    /// 0 (at most 1,000 guesses) to 4 (more than 10 billion), by zxcvbn.
    public var score: UInt32 = 0
    /// What its guessable part is; unspecified for a score of 3 or more.
    public var weakness: PasswordWeakness = .unspecified
    /// The rules of SignUp that it breaks, with `password` as the field.
    public var violations: [Violation] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &score)
        try visitor.value(2, &weakness)
        try visitor.list(3, &violations)
    }
}

/// The account whose password was forgotten.
public struct RequestPasswordResetRequest: Message, Redacted {
    /// A verified e-mail address of the account, or its primary one.
    public var email: String = ""
    /// The language of the mail if the account has chosen none, a language tag (BCP 47); may be
    /// empty.
    public var locale: String = ""
    /// The device token that the last sign-up, sign-in or password reset on this device returned;
    /// empty if there is none. A known device has its own limit of mails, which strangers cannot
    /// use up.
    public var deviceToken: String = ""

    public init() {}
    public init(email: String = "", locale: String = "", deviceToken: String = "") {
        self.email = email
        self.locale = locale
        self.deviceToken = deviceToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &email)
        try visitor.value(2, &locale)
        try visitor.value(3, &deviceToken)
    }
}

/// If the account exists, a mail is on its way to it.
public struct RequestPasswordResetResponse: Message, Redacted {
    /// Send it together with the code of the mail, so that no other caller can use up its attempts.
    public var flow: String = ""
    /// When the code and the link expire at the earliest, in milliseconds since 1970-01-01 UTC.
    /// Their time begins when the mail is made, which may have to wait for other mails.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &flow)
        try visitor.value(2, &expiresAtMs)
    }
}

/// The proof from the mail, and the new password.
public struct ResetPasswordRequest: Message, Redacted {
    /// One of them is set.
    public var proof: Proof?
    /// The new password, by the rules of `SignUpRequest.password`.
    public var newPassword: String = ""

    public init() {}
    public init(proof: Proof? = nil, newPassword: String = "") {
        self.proof = proof
        self.newPassword = newPassword
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.choice(1, &proof, Proof.mailedCode) { if case .mailedCode(let value) = $0 { value } else { nil } }
        try visitor.choice(2, &proof, Proof.linkToken) { if case .linkToken(let value) = $0 { value } else { nil } }
        try visitor.value(3, &newPassword)
    }

    /// The value of `proof`.
    public enum Proof: Sendable, Equatable, Redacted {
        /// The code of the mail.
        case mailedCode(MailedCode)
        /// The part of the mail's link after the `#`, or the link. White space, and punctuation
        /// around it, are skipped.
        case linkToken(String)
    }
}

/// A code of a mail that was requested without a session.
public struct MailedCode: Message, Redacted {
    /// The flow token that was returned when the mail was requested.
    public var flow: String = ""
    /// The eight digits, of any script. White space, invisible characters and dashes are skipped.
    /// What cannot be a code counts as no attempt.
    public var code: String = ""

    public init() {}
    public init(flow: String = "", code: String = "") {
        self.flow = flow
        self.code = code
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &flow)
        try visitor.value(2, &code)
    }
}

/// The password was changed, and all sessions have ended. The caller's device is now the only known
/// one.
public struct ResetPasswordResponse: Message, Redacted {
    /// Keep it on the device and send it with the next sign-in, like `SignInResponse.device_token`.
    /// So a guesser who goes on cannot keep the owner out.
    public var deviceToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &deviceToken)
    }
}

/// The new primary e-mail address of the account.
public struct StartAddressChangeRequest: Message, Redacted {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?
    /// The new mailbox, by the rules of `SignUpRequest.email`.
    public var newEmail: String = ""

    public init() {}
    public init(proof: Reauthentication? = nil, newEmail: String = "") {
        self.proof = proof
        self.newEmail = newEmail
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &newEmail)
    }
}

/// The mails are on their way.
public struct StartAddressChangeResponse: Message {
    /// Whether a code was also sent to the old address.
    public var needsOldCode: Bool = false
    /// When the codes expire, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &needsOldCode)
        try visitor.value(2, &expiresAtMs)
    }
}

/// The codes of the mails, read as `MailedCode.code` is.
public struct ConfirmAddressChangeRequest: Message, Redacted {
    /// The eight digits that were sent to the old address; empty if none were sent.
    public var oldCode: String = ""
    /// The eight digits that were sent to the new address.
    public var newCode: String = ""

    public init() {}
    public init(oldCode: String = "", newCode: String = "") {
        self.oldCode = oldCode
        self.newCode = newCode
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &oldCode)
        try visitor.value(2, &newCode)
    }
}

/// The address was changed.
public struct ConfirmAddressChangeResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &account)
    }
}

/// The link to describe.
public struct DescribeLinkRequest: Message, Redacted {
    /// The part of the link after the `#`, or the link, read as `ResetPasswordRequest.link_token`
    /// is.
    public var linkToken: String = ""

    public init() {}
    public init(linkToken: String = "") {
        self.linkToken = linkToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &linkToken)
    }
}

/// The purpose of the link.
public struct DescribeLinkResponse: Message {
    /// What following it does.
    public var purpose: LinkPurpose = .unspecified
    /// When it expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &purpose)
        try visitor.value(2, &expiresAtMs)
    }
}

/// The link to follow.
public struct FollowLinkRequest: Message, Redacted {
    /// The part of the link after the `#`, or the link, read as `ResetPasswordRequest.link_token`
    /// is.
    public var linkToken: String = ""

    public init() {}
    public init(linkToken: String = "") {
        self.linkToken = linkToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &linkToken)
    }
}

/// The purpose was carried out.
public struct FollowLinkResponse: Message, Redacted {
    /// What was done.
    public var purpose: LinkPurpose = .unspecified
    /// After a change was undone: send it in `ResetPassword`, together with the code of the mail
    /// that is sent now. Otherwise empty.
    public var flow: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &purpose)
        try visitor.value(2, &flow)
    }
}

/// An account, as its owner sees it.
public struct AccountInfo: Message {
    /// The account, a UUIDv7 in its text form. It never changes.
    public var userID: String = ""
    /// Its e-mail addresses, the primary one first; at most 10. May be empty.
    public var addresses: [Address] = []
    /// The chosen language, a language tag (BCP 47); empty for the deployment's language.
    public var locale: String = ""
    /// When the account was made, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64 = 0
    /// When the password was set, in milliseconds since 1970-01-01 UTC; 0 without a password.
    public var passwordChangedAtMs: Int64 = 0
    /// The addresses whose codes are on their way, while these are valid: at most one of AddAddress
    /// and one of StartAddressChange.
    public var pendingAddresses: [PendingAddress] = []
    /// Whether the account has no way to sign in: it was made by SignUpAnonymously and not
    /// upgraded.
    public var isAnonymous: Bool = false
    /// Whether the account has a second factor (FactorService).
    public var hasFactor: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &userID)
        try visitor.list(2, &addresses)
        try visitor.value(3, &locale)
        try visitor.value(4, &createdAtMs)
        try visitor.value(5, &passwordChangedAtMs)
        try visitor.list(6, &pendingAddresses)
        try visitor.value(7, &isAnonymous)
        try visitor.value(8, &hasFactor)
    }
}

/// An e-mail address that a code was mailed to, and that the account does not have yet.
public struct PendingAddress: Message, Redacted {
    /// The address, as the user wrote it.
    public var email: String = ""
    /// Whether it takes the place of the primary one, by ConfirmAddressChange. Otherwise
    /// VerifyAddress adds it.
    public var replacesPrimary: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &email)
        try visitor.value(2, &replacesPrimary)
    }
}

/// An e-mail address of an account.
public struct Address: Message, Redacted {
    /// The address, as the user wrote it.
    public var email: String = ""
    /// When its owner proved to read mail there, in milliseconds since 1970-01-01 UTC; 0 when it is
    /// not verified.
    public var verifiedAtMs: Int64 = 0
    /// Whether it is the address that mails go to.
    public var isPrimary: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &email)
        try visitor.value(2, &verifiedAtMs)
        try visitor.value(3, &isPrimary)
    }
}

/// Fresh proof that the caller is the account's owner, and not somebody who has found the device.
/// Important changes ask for it. One of the fields is set.
///
/// A session is fresh for 5 minutes (the deployment can choose another time) after it was opened or
/// has given a proof; Refresh does not make it so. In a fresh session, RPCs with the option
/// `accepts_fresh_session` can be called without a proof: call without one, and ask the user for it
/// after REAUTHENTICATION_REQUIRED. The other RPCs need a proof every time. An account with neither
/// a password nor a verified address can give none. For it a fresh session is enough for every RPC:
/// its owner signs in again.
///
/// Errors of the RPCs that take it: PERMISSION_DENIED with REAUTHENTICATION_REQUIRED when it is
/// needed and missing, or with WRONG_CREDENTIALS when the password is wrong or the account has
/// none; INVALID_ARGUMENT (CODE_WRONG) and NOT_FOUND (CODE_EXPIRED) for the code, as at
/// VerifyAddress; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong
/// passwords or codes in the caller's session, or too many correct passwords for the account.
public struct Reauthentication: Message, Redacted {
    public var proof: Proof?
    /// A code of the authenticator app, or a recovery code: for an account with a factor, where the
    /// RPC asks for it (`asks_for_factor`). A recovery code is used up.
    public var factorCode: String = ""

    public init() {}
    public init(proof: Proof? = nil, factorCode: String = "") {
        self.proof = proof
        self.factorCode = factorCode
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.choice(1, &proof, Proof.password) { if case .password(let value) = $0 { value } else { nil } }
        try visitor.choice(2, &proof, Proof.mailedCode) { if case .mailedCode(let value) = $0 { value } else { nil } }
        try visitor.value(3, &factorCode)
    }

    /// The value of `proof`.
    public enum Proof: Sendable, Equatable, Redacted {
        /// The password of the account.
        case password(String)
        /// The eight digits of the mail that SendReauthentication has sent, read as
        /// `MailedCode.code` is.
        case mailedCode(String)
    }
}

/// What users do with their own accounts. Important changes ask for a fresh proof
/// (`Reauthentication`), as a session can be in the wrong hands, or for a proof from a mail to an
/// e-mail address of the account: a code of eight digits to type in, or a link.
///
/// An account can have several e-mail addresses, or none, and a password or none. Each verified
/// address can be used for signing in and for resetting the password. One address is the primary:
/// mails go to it, and mails about changes of addresses to all that are verified. Only the address
/// of the sign-up can be unverified, and it is then the only one.
///
/// A code is valid for one use and one purpose. At most five attempts are accepted. It becomes
/// invalid when its time is over, when the same caller asks for another, and when the password or
/// the primary address is changed. A link can be used instead of the code. Reading the link's
/// purpose does not use it up. If the deployment has no page for links, the mail shows the
/// `link_token`, to be typed in.
///
/// Re-entering the password in a session has the session's own limit, which strangers cannot use
/// up.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required, or SESSION_ENDED when the caller's session has ended), RESOURCE_EXHAUSTED (NO_SPACE;
/// beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE (OVERLOADED, with
/// `retry_after_ms`) and DEADLINE_EXCEEDED.
public struct AccountServiceClient: Sendable {
    let caller: Caller

    /// Returns the caller's account.
    public func getAccount(
        _ request: GetAccountRequest = .init()
    ) async throws(RollcallError) -> GetAccountResponse {
        try await caller.unary(
            "rollcall.v1.AccountService/GetAccount",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Sets the language of the mails to the caller.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func setLocale(
        _ request: SetLocaleRequest
    ) async throws(RollcallError) -> SetLocaleResponse {
        try await caller.unary(
            "rollcall.v1.AccountService/SetLocale",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Changes the caller's password and ends all of the caller's sessions except this one. An
    /// account without a password gets its first one.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT with one violation for each rule that
    /// the new password breaks.
    public func changePassword(
        _ request: ChangePasswordRequest
    ) async throws(RollcallError) -> ChangePasswordResponse {
        try await caller.unary("rollcall.v1.AccountService/ChangePassword", .user, request)
    }

    /// Sends a code and a link to the caller's primary e-mail address, which prove that the owner
    /// reads mail there. A sign-up sends the same mail. Nothing is sent when the address is already
    /// verified, and to an account without an address.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    public func sendVerification(
        _ request: SendVerificationRequest = .init()
    ) async throws(RollcallError) -> SendVerificationResponse {
        try await caller.unary("rollcall.v1.AccountService/SendVerification", .user, request)
    }

    /// Verifies an e-mail address of the caller by the code of a mail: the primary one, or the one
    /// that AddAddress has mailed to, which the account has from then on.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG); NOT_FOUND (CODE_EXPIRED) for a code that was used,
    /// has become invalid, was tried too often, or was never sent, and when another account has
    /// verified the address meanwhile: the answer is the same; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes or passwords in the
    /// caller's session.
    public func verifyAddress(
        _ request: VerifyAddressRequest
    ) async throws(RollcallError) -> VerifyAddressResponse {
        try await caller.unary("rollcall.v1.AccountService/VerifyAddress", .user, request)
    }

    /// Sends a code to the caller's primary e-mail address, for `Reauthentication.mailed_code`.
    /// Nothing is sent when the account has no verified address. The code is good in every session
    /// of the account, once. Another call ends the code of the one before.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently.
    public func sendReauthentication(
        _ request: SendReauthenticationRequest = .init()
    ) async throws(RollcallError) -> SendReauthenticationResponse {
        try await caller.unary("rollcall.v1.AccountService/SendReauthentication", .user, request)
    }

    /// Begins to add an e-mail address to the caller's account: sends a code to it. VerifyAddress
    /// with the code and the address adds it. Until then the account does not have it. The answer
    /// is the same when another account has the address. The owner of that account then gets a mail
    /// that says so. Another call ends the code of the one before, also for another address.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT for an invalid e-mail address, or
    /// (FIELD_MALFORMED) one that the account has; RESOURCE_EXHAUSTED (TOO_MANY) for an account
    /// with 10 addresses, and (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the account has
    /// requested too many mails recently, or accounts have sent too many to the mailbox.
    public func addAddress(
        _ request: AddAddressRequest
    ) async throws(RollcallError) -> AddAddressResponse {
        try await caller.unary("rollcall.v1.AccountService/AddAddress", .user, request)
    }

    /// Makes a verified e-mail address of the caller the primary one, and ends all of the caller's
    /// sessions except this one. The former primary address stays with the account, and gets a link
    /// that undoes it, as after a change of the address (`ConfirmAddressChange`). The other
    /// addresses get a mail that says so. The address that is primary already is no error, and
    /// nothing happens.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (ADDRESS_NOT_FOUND) when the account does not
    /// have the address; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when the
    /// account has requested too many mails recently.
    public func makeAddressPrimary(
        _ request: MakeAddressPrimaryRequest
    ) async throws(RollcallError) -> MakeAddressPrimaryResponse {
        try await caller.unary("rollcall.v1.AccountService/MakeAddressPrimary", .user, request)
    }

    /// Takes an e-mail address from the caller's account. All addresses that the account had get a
    /// mail that says so. Only a primary one that is verified gets a link that undoes it, as after
    /// a change of the address (`ConfirmAddressChange`): by such a link, an address that a thief
    /// had added would take the account from its owner.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (ADDRESS_NOT_FOUND) when the account does not
    /// have the address; FAILED_PRECONDITION with ADDRESS_IS_PRIMARY when it is the primary one and
    /// there are others, or with LAST_CREDENTIAL when nobody could sign in to the account without
    /// it; UNAVAILABLE when this depends on the display name and Profile does not answer.
    public func removeAddress(
        _ request: RemoveAddressRequest
    ) async throws(RollcallError) -> RemoveAddressResponse {
        try await caller.unary("rollcall.v1.AccountService/RemoveAddress", .user, request)
    }

    /// Says how hard a password is to guess, before a form is sent. It is not stored or logged.
    public func checkPassword(
        _ request: CheckPasswordRequest
    ) async throws(RollcallError) -> CheckPasswordResponse {
        try await caller.unary(
            "rollcall.v1.AccountService/CheckPassword",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Sends a code and a link for choosing a new password to an e-mail address, if an account has
    /// it. The answer is the same if no account has it.
    ///
    /// Errors: INVALID_ARGUMENT for an invalid e-mail address or language tag; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many requests from the caller's address
    /// or on a known device.
    public func requestPasswordReset(
        _ request: RequestPasswordResetRequest
    ) async throws(RollcallError) -> RequestPasswordResetResponse {
        try await caller.unary("rollcall.v1.AccountService/RequestPasswordReset", .anyone, request)
    }

    /// Gives an account another password, or its first one, and ends all of its sessions. This also
    /// verifies the e-mail address that the mail went to. If an administrator requires the password
    /// to be replaced, the same password is refused (PASSWORD_UNCHANGED).
    ///
    /// Errors: INVALID_ARGUMENT with one violation for each rule that the new password breaks, or
    /// with CODE_WRONG, also for a code that was used or has become invalid, and if the account
    /// does not exist; NOT_FOUND with CODE_EXPIRED after five attempts or when the time is over, or
    /// with LINK_INVALID; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too
    /// many attempts from the caller's address.
    public func resetPassword(
        _ request: ResetPasswordRequest
    ) async throws(RollcallError) -> ResetPasswordResponse {
        try await caller.unary("rollcall.v1.AccountService/ResetPassword", .anyone, request)
    }

    /// Returns the purpose of a link, so that a page can show it and ask the user. Nothing is used
    /// up.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`).
    public func describeLink(
        _ request: DescribeLinkRequest
    ) async throws(RollcallError) -> DescribeLinkResponse {
        try await caller.unary(
            "rollcall.v1.AccountService/DescribeLink",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Begins to change the caller's primary e-mail address for another one. Sends a code to the
    /// new address, and another one to the old address if that is verified. The answer is the same
    /// when another account has the new address. The owner of that account then gets a mail that
    /// says so.
    ///
    /// Errors: those of `Reauthentication`; INVALID_ARGUMENT for an invalid e-mail address, or
    /// (FIELD_MALFORMED) one that the account has; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) when the account has requested too many mails recently, or accounts have
    /// sent too many to the new mailbox.
    public func startAddressChange(
        _ request: StartAddressChangeRequest
    ) async throws(RollcallError) -> StartAddressChangeResponse {
        try await caller.unary("rollcall.v1.AccountService/StartAddressChange", .user, request)
    }

    /// Changes the caller's primary e-mail address and ends all of the caller's sessions except
    /// this one. If the old address was verified, it gets a link that undoes the change. The link
    /// is valid for seven days, in which no other account can have the old address. Nothing undoes
    /// the return to such an address. The new address and the others get a mail that says so.
    ///
    /// Errors: INVALID_ARGUMENT with CODE_WRONG for each wrong code; NOT_FOUND (CODE_EXPIRED) when
    /// the change has to be started again; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) for too many wrong codes or passwords in the caller's session.
    public func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest
    ) async throws(RollcallError) -> ConfirmAddressChangeResponse {
        try await caller.unary("rollcall.v1.AccountService/ConfirmAddressChange", .user, request)
    }

    /// Carries out what a link is for. A page calls it after its reader has confirmed, never when
    /// it is loaded: mail scanners load links.
    ///
    /// Undoing a change of the primary address, or its removal, makes that address the account's
    /// only one. It also ends all of the account's sessions and removes its password. A mail with a
    /// code and a link for choosing another password is sent at once. The addresses that the
    /// account no longer has are told by mail.
    ///
    /// Errors: NOT_FOUND (LINK_INVALID), also for verifying the address of an account that has an
    /// identity, a passkey or a second factor: for that, enter the code of the mail in a session;
    /// FAILED_PRECONDITION (FIELD_MISSING) for a link that needs a new password: use ResetPassword;
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func followLink(
        _ request: FollowLinkRequest
    ) async throws(RollcallError) -> FollowLinkResponse {
        try await caller.unary("rollcall.v1.AccountService/FollowLink", .anyone, request)
    }
}
