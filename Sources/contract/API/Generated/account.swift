// swift-format-ignore-file
// Generated from rollcall/v1/account.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// What makes a password easy to guess.
public enum PasswordWeakness: OpenEnum {
    /// Nothing in particular, or it is only short.
    case unspecified
    /// A common word or password, also with letters replaced by digits.
    case word
    /// Neighbouring keys, such as `qwertz`.
    case keys
    /// Repeated characters or parts.
    case `repeat`
    /// A sequence, such as `abcd` or `4321`.
    case sequence
    /// A date or a year.
    case date
    /// The e-mail address, the display name or a part of them.
    case identity
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .word
        case 2: self = .keys
        case 3: self = .`repeat`
        case 4: self = .sequence
        case 5: self = .date
        case 6: self = .identity
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .word: 1
        case .keys: 2
        case .`repeat`: 3
        case .sequence: 4
        case .date: 5
        case .identity: 6
        case .unrecognized(let number): number
        }
    }
}

/// The purpose of a link in a mail.
public enum LinkPurpose: OpenEnum {
    /// Unspecified.
    case unspecified
    /// Verify an e-mail address of the account.
    case verifyAddress
    /// Choose a new password.
    case resetPassword
    /// Return to the account's former e-mail address.
    case undoAddressChange
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .verifyAddress
        case 2: self = .resetPassword
        case 3: self = .undoAddressChange
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .verifyAddress: 1
        case .resetPassword: 2
        case .undoAddressChange: 3
        case .unrecognized(let number): number
        }
    }
}

/// The account to read: the caller's.
public struct GetAccountRequest: EmptyMessage {
    public init() {}
}

extension GetAccountRequest {
    public static let layout = MessageLayout(rollcall__v1__get_account_request__init)
}

/// The caller's account.
public struct GetAccountResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init(account: AccountInfo? = nil) {
        self.account = account
    }
}

extension GetAccountResponse {
    public static let layout = MessageLayout(rollcall__v1__get_account_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetAccountResponse.self)
        self.account = try source.message(c.pointee.account, "account")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetAccountResponse.self)
        c.pointee.account = target.message(ifAny: self.account)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["account": account as Any]
    }
}

/// The language to choose.
public struct SetLocaleRequest: Message {
    /// A language tag (BCP 47), such as `de-AT`, or what a system says, as in
    /// `SignUpRequest.locale`. What is no tag at all is FIELD_MALFORMED. Empty for the deployment's
    /// language. If a language has no texts, the nearest language with texts is used.
    public var locale: String

    public init(locale: String = "") {
        self.locale = locale
    }
}

extension SetLocaleRequest {
    public static let layout = MessageLayout(rollcall__v1__set_locale_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetLocaleRequest.self)
        self.locale = try source.string(c.pointee.locale, "locale")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetLocaleRequest.self)
        c.pointee.locale = target.string(self.locale)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["locale": locale]
    }
}

/// The language was set.
public struct SetLocaleResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init(account: AccountInfo? = nil) {
        self.account = account
    }
}

extension SetLocaleResponse {
    public static let layout = MessageLayout(rollcall__v1__set_locale_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetLocaleResponse.self)
        self.account = try source.message(c.pointee.account, "account")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetLocaleResponse.self)
        c.pointee.account = target.message(ifAny: self.account)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["account": account as Any]
    }
}

/// The proof and the new password.
public struct ChangePasswordRequest: Message {
    /// The fresh proof, also in a fresh session. A password here is the current one.
    public var proof: Reauthentication?
    /// The new password, by the rules of `SignUpRequest.password`. Must differ from the current
    /// one.
    public var newPassword: String

    public init(proof: Reauthentication? = nil, newPassword: String = "") {
        self.proof = proof
        self.newPassword = newPassword
    }
}

extension ChangePasswordRequest {
    public static let layout = MessageLayout(rollcall__v1__change_password_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ChangePasswordRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.newPassword = try source.string(c.pointee.new_password, "new_password")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ChangePasswordRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.new_password = target.string(self.newPassword)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "newPassword": Redacted()]
    }
}

/// The password was changed.
public struct ChangePasswordResponse: EmptyMessage {
    public init() {}
}

extension ChangePasswordResponse {
    public static let layout = MessageLayout(rollcall__v1__change_password_response__init)
}

/// Asks for a mail to the caller's primary address.
public struct SendVerificationRequest: EmptyMessage {
    public init() {}
}

extension SendVerificationRequest {
    public static let layout = MessageLayout(rollcall__v1__send_verification_request__init)
}

/// A mail is on its way, unless the address is already verified.
public struct SendVerificationResponse: Message {
    /// When its code and link expire, in milliseconds since 1970-01-01 UTC; 0 when nothing was
    /// sent.
    public var expiresAtMs: Int64

    public init(expiresAtMs: Int64 = 0) {
        self.expiresAtMs = expiresAtMs
    }
}

extension SendVerificationResponse {
    public static let layout = MessageLayout(rollcall__v1__send_verification_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SendVerificationResponse.self)
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SendVerificationResponse.self)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["expiresAtMs": expiresAtMs]
    }
}

/// The code of the mail.
public struct VerifyAddressRequest: Message {
    /// The eight digits, of any script. White space, invisible characters and dashes are skipped.
    /// What cannot be a code counts as no attempt.
    public var code: String
    /// The address that AddAddress has mailed to; empty for the primary one.
    public var email: String

    public init(code: String = "", email: String = "") {
        self.code = code
        self.email = email
    }
}

extension VerifyAddressRequest {
    public static let layout = MessageLayout(rollcall__v1__verify_address_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__VerifyAddressRequest.self)
        self.code = try source.string(c.pointee.code, "code")
        self.email = try source.string(c.pointee.email, "email")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__VerifyAddressRequest.self)
        c.pointee.code = target.string(self.code)
        c.pointee.email = target.string(self.email)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["code": Redacted(), "email": Redacted()]
    }
}

/// The address is verified.
public struct VerifyAddressResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init(account: AccountInfo? = nil) {
        self.account = account
    }
}

extension VerifyAddressResponse {
    public static let layout = MessageLayout(rollcall__v1__verify_address_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__VerifyAddressResponse.self)
        self.account = try source.message(c.pointee.account, "account")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__VerifyAddressResponse.self)
        c.pointee.account = target.message(ifAny: self.account)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["account": account as Any]
    }
}

/// Asks for a code to the caller's primary address.
public struct SendReauthenticationRequest: EmptyMessage {
    public init() {}
}

extension SendReauthenticationRequest {
    public static let layout = MessageLayout(rollcall__v1__send_reauthentication_request__init)
}

/// A mail is on its way, if the account has a verified address.
public struct SendReauthenticationResponse: Message {
    /// When its code expires, in milliseconds since 1970-01-01 UTC; 0 when nothing was sent.
    public var expiresAtMs: Int64

    public init(expiresAtMs: Int64 = 0) {
        self.expiresAtMs = expiresAtMs
    }
}

extension SendReauthenticationResponse {
    public static let layout = MessageLayout(rollcall__v1__send_reauthentication_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SendReauthenticationResponse.self)
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SendReauthenticationResponse.self)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["expiresAtMs": expiresAtMs]
    }
}

/// The address to add.
public struct AddAddressRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?
    /// The mailbox, by the rules of `SignUpRequest.email`.
    public var email: String

    public init(proof: Reauthentication? = nil, email: String = "") {
        self.proof = proof
        self.email = email
    }
}

extension AddAddressRequest {
    public static let layout = MessageLayout(rollcall__v1__add_address_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AddAddressRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.email = try source.string(c.pointee.email, "email")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AddAddressRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.email = target.string(self.email)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "email": Redacted()]
    }
}

/// The mail is on its way.
public struct AddAddressResponse: Message {
    /// When the code expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(expiresAtMs: Int64 = 0) {
        self.expiresAtMs = expiresAtMs
    }
}

extension AddAddressResponse {
    public static let layout = MessageLayout(rollcall__v1__add_address_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AddAddressResponse.self)
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AddAddressResponse.self)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["expiresAtMs": expiresAtMs]
    }
}

/// The address to make primary.
public struct MakeAddressPrimaryRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// A verified address of the account, in any case.
    public var email: String

    public init(proof: Reauthentication? = nil, email: String = "") {
        self.proof = proof
        self.email = email
    }
}

extension MakeAddressPrimaryRequest {
    public static let layout = MessageLayout(rollcall__v1__make_address_primary_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__MakeAddressPrimaryRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.email = try source.string(c.pointee.email, "email")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__MakeAddressPrimaryRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.email = target.string(self.email)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "email": Redacted()]
    }
}

/// The address is the primary one.
public struct MakeAddressPrimaryResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init(account: AccountInfo? = nil) {
        self.account = account
    }
}

extension MakeAddressPrimaryResponse {
    public static let layout = MessageLayout(rollcall__v1__make_address_primary_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__MakeAddressPrimaryResponse.self)
        self.account = try source.message(c.pointee.account, "account")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__MakeAddressPrimaryResponse.self)
        c.pointee.account = target.message(ifAny: self.account)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["account": account as Any]
    }
}

/// The address to remove.
public struct RemoveAddressRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// An address of the account, in any case.
    public var email: String

    public init(proof: Reauthentication? = nil, email: String = "") {
        self.proof = proof
        self.email = email
    }
}

extension RemoveAddressRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_address_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveAddressRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.email = try source.string(c.pointee.email, "email")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveAddressRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.email = target.string(self.email)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "email": Redacted()]
    }
}

/// The account does not have the address any more.
public struct RemoveAddressResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init(account: AccountInfo? = nil) {
        self.account = account
    }
}

extension RemoveAddressResponse {
    public static let layout = MessageLayout(rollcall__v1__remove_address_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveAddressResponse.self)
        self.account = try source.message(c.pointee.account, "account")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveAddressResponse.self)
        c.pointee.account = target.message(ifAny: self.account)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["account": account as Any]
    }
}

/// The password to check, and what it must not be.
public struct CheckPasswordRequest: Message {
    /// As `SignUpRequest.password`.
    public var password: String
    /// The e-mail address of the form; may be empty.
    public var email: String
    /// The display name of the form; may be empty.
    public var displayName: String

    public init(password: String = "", email: String = "", displayName: String = "") {
        self.password = password
        self.email = email
        self.displayName = displayName
    }
}

extension CheckPasswordRequest {
    public static let layout = MessageLayout(rollcall__v1__check_password_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckPasswordRequest.self)
        self.password = try source.string(c.pointee.password, "password")
        self.email = try source.string(c.pointee.email, "email")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckPasswordRequest.self)
        c.pointee.password = target.string(self.password)
        c.pointee.email = target.string(self.email)
        c.pointee.display_name = target.string(self.displayName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["password": Redacted(), "email": Redacted(), "displayName": displayName]
    }
}

/// How hard the password is to guess.
public struct CheckPasswordResponse: Message {
    /// 0 (at most 1,000 guesses) to 4 (more than 10 billion), by zxcvbn.
    public var score: UInt32
    /// What its guessable part is; unspecified for a score of 3 or more.
    public var weakness: PasswordWeakness
    /// The rules of SignUp that it breaks, with `password` as the field.
    public var violations: [Violation]

    public init(
        score: UInt32 = 0,
        weakness: PasswordWeakness = .unspecified,
        violations: [Violation] = []
    ) {
        self.score = score
        self.weakness = weakness
        self.violations = violations
    }
}

extension CheckPasswordResponse {
    public static let layout = MessageLayout(rollcall__v1__check_password_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckPasswordResponse.self)
        self.score = c.pointee.score
        self.weakness = PasswordWeakness(c.pointee.weakness)
        self.violations =
            try source.messages(c.pointee.violations, c.pointee.n_violations, "violations")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckPasswordResponse.self)
        c.pointee.score = self.score
        c.pointee.weakness = .init(rawValue: .init(truncatingIfNeeded: self.weakness.rawValue))
        (c.pointee.n_violations, c.pointee.violations) =
            target.list(self.violations) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["score": score, "weakness": weakness, "violations": violations]
    }
}

/// The account whose password was forgotten.
public struct RequestPasswordResetRequest: Message {
    /// A verified e-mail address of the account, or its primary one.
    public var email: String
    /// The language of the mail if the account has chosen none, a language tag (BCP 47); may be
    /// empty.
    public var locale: String
    /// The device token that the last sign-up, sign-in or password reset on this device returned;
    /// empty if there is none. A known device has its own limit of mails, which strangers cannot
    /// use up.
    public var deviceToken: String

    public init(email: String = "", locale: String = "", deviceToken: String = "") {
        self.email = email
        self.locale = locale
        self.deviceToken = deviceToken
    }
}

extension RequestPasswordResetRequest {
    public static let layout = MessageLayout(rollcall__v1__request_password_reset_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RequestPasswordResetRequest.self)
        self.email = try source.string(c.pointee.email, "email")
        self.locale = try source.string(c.pointee.locale, "locale")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RequestPasswordResetRequest.self)
        c.pointee.email = target.string(self.email)
        c.pointee.locale = target.string(self.locale)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["email": Redacted(), "locale": locale, "deviceToken": Redacted()]
    }
}

/// If the account exists, a mail is on its way to it.
public struct RequestPasswordResetResponse: Message {
    /// Send it together with the code of the mail, so that no other caller can use up its attempts.
    public var flow: String
    /// When the code and the link expire at the earliest, in milliseconds since 1970-01-01 UTC.
    /// Their time begins when the mail is made, which may have to wait for other mails.
    public var expiresAtMs: Int64

    public init(flow: String = "", expiresAtMs: Int64 = 0) {
        self.flow = flow
        self.expiresAtMs = expiresAtMs
    }
}

extension RequestPasswordResetResponse {
    public static let layout = MessageLayout(rollcall__v1__request_password_reset_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RequestPasswordResetResponse.self)
        self.flow = try source.string(c.pointee.flow, "flow")
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RequestPasswordResetResponse.self)
        c.pointee.flow = target.string(self.flow)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["flow": Redacted(), "expiresAtMs": expiresAtMs]
    }
}

/// The proof from the mail, and the new password.
public struct ResetPasswordRequest: Message {
    /// One of them is set.
    public var proof: Proof?
    /// The new password, by the rules of `SignUpRequest.password`.
    public var newPassword: String

    public init(proof: Proof? = nil, newPassword: String = "") {
        self.proof = proof
        self.newPassword = newPassword
    }

    /// The value of `proof`.
    public enum Proof: Sendable, Equatable {
        /// The code of the mail.
        case mailedCode(MailedCode)
        /// The part of the mail's link after the `#`, or the link. White space, and punctuation
        /// around it, are skipped.
        case linkToken(String)
    }
}

extension ResetPasswordRequest {
    public static let layout = MessageLayout(rollcall__v1__reset_password_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ResetPasswordRequest.self)
        switch c.pointee.proof_case.rawValue {
        case 1:
            self.proof = (try source.message(c.pointee.mailed_code, "mailed_code")).map { .mailedCode($0) }
        case 2: self.proof = .linkToken(try source.string(c.pointee.link_token, "link_token"))
        default: self.proof = nil
        }
        self.newPassword = try source.string(c.pointee.new_password, "new_password")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ResetPasswordRequest.self)
        switch self.proof {
        case .mailedCode(let value):
            c.pointee.proof_case = .init(rawValue: 1)
            c.pointee.mailed_code = target.message(value)
        case .linkToken(let value):
            c.pointee.proof_case = .init(rawValue: 2)
            c.pointee.link_token = target.string(value)
        case nil: break
        }
        c.pointee.new_password = target.string(self.newPassword)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "newPassword": Redacted()]
    }
}

extension ResetPasswordRequest.Proof: FieldDescribing {
    public var describedFields: KeyValuePairs<String, Any> {
        switch self {
        case .mailedCode(let value): ["mailedCode": value]
        case .linkToken: ["linkToken": Redacted()]
        }
    }
}

/// A code of a mail that was requested without a session.
public struct MailedCode: Message {
    /// The flow token that was returned when the mail was requested.
    public var flow: String
    /// The eight digits, of any script. White space, invisible characters and dashes are skipped.
    /// What cannot be a code counts as no attempt.
    public var code: String

    public init(flow: String = "", code: String = "") {
        self.flow = flow
        self.code = code
    }
}

extension MailedCode {
    public static let layout = MessageLayout(rollcall__v1__mailed_code__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__MailedCode.self)
        self.flow = try source.string(c.pointee.flow, "flow")
        self.code = try source.string(c.pointee.code, "code")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__MailedCode.self)
        c.pointee.flow = target.string(self.flow)
        c.pointee.code = target.string(self.code)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["flow": Redacted(), "code": Redacted()]
    }
}

/// The password was changed, and all sessions have ended. The caller's device is now the only known
/// one.
public struct ResetPasswordResponse: Message {
    /// Keep it on the device and send it with the next sign-in, like `SignInResponse.device_token`.
    /// So a guesser who goes on cannot keep the owner out.
    public var deviceToken: String

    public init(deviceToken: String = "") {
        self.deviceToken = deviceToken
    }
}

extension ResetPasswordResponse {
    public static let layout = MessageLayout(rollcall__v1__reset_password_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ResetPasswordResponse.self)
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ResetPasswordResponse.self)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["deviceToken": Redacted()]
    }
}

/// The new primary e-mail address of the account.
public struct StartAddressChangeRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?
    /// The new mailbox, by the rules of `SignUpRequest.email`.
    public var newEmail: String

    public init(proof: Reauthentication? = nil, newEmail: String = "") {
        self.proof = proof
        self.newEmail = newEmail
    }
}

extension StartAddressChangeRequest {
    public static let layout = MessageLayout(rollcall__v1__start_address_change_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartAddressChangeRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.newEmail = try source.string(c.pointee.new_email, "new_email")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartAddressChangeRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.new_email = target.string(self.newEmail)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "newEmail": Redacted()]
    }
}

/// The mails are on their way.
public struct StartAddressChangeResponse: Message {
    /// Whether a code was also sent to the old address.
    public var needsOldCode: Bool
    /// When the codes expire, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(needsOldCode: Bool = false, expiresAtMs: Int64 = 0) {
        self.needsOldCode = needsOldCode
        self.expiresAtMs = expiresAtMs
    }
}

extension StartAddressChangeResponse {
    public static let layout = MessageLayout(rollcall__v1__start_address_change_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartAddressChangeResponse.self)
        self.needsOldCode = c.pointee.needs_old_code != 0
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartAddressChangeResponse.self)
        c.pointee.needs_old_code = self.needsOldCode ? 1 : 0
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["needsOldCode": needsOldCode, "expiresAtMs": expiresAtMs]
    }
}

/// The codes of the mails, read as `MailedCode.code` is.
public struct ConfirmAddressChangeRequest: Message {
    /// The eight digits that were sent to the old address; empty if none were sent.
    public var oldCode: String
    /// The eight digits that were sent to the new address.
    public var newCode: String

    public init(oldCode: String = "", newCode: String = "") {
        self.oldCode = oldCode
        self.newCode = newCode
    }
}

extension ConfirmAddressChangeRequest {
    public static let layout = MessageLayout(rollcall__v1__confirm_address_change_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ConfirmAddressChangeRequest.self)
        self.oldCode = try source.string(c.pointee.old_code, "old_code")
        self.newCode = try source.string(c.pointee.new_code, "new_code")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ConfirmAddressChangeRequest.self)
        c.pointee.old_code = target.string(self.oldCode)
        c.pointee.new_code = target.string(self.newCode)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["oldCode": Redacted(), "newCode": Redacted()]
    }
}

/// The address was changed.
public struct ConfirmAddressChangeResponse: Message {
    /// The account as it is now.
    public var account: AccountInfo?

    public init(account: AccountInfo? = nil) {
        self.account = account
    }
}

extension ConfirmAddressChangeResponse {
    public static let layout = MessageLayout(rollcall__v1__confirm_address_change_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ConfirmAddressChangeResponse.self)
        self.account = try source.message(c.pointee.account, "account")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ConfirmAddressChangeResponse.self)
        c.pointee.account = target.message(ifAny: self.account)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["account": account as Any]
    }
}

/// The link to describe.
public struct DescribeLinkRequest: Message {
    /// The part of the link after the `#`, or the link, read as `ResetPasswordRequest.link_token`
    /// is.
    public var linkToken: String

    public init(linkToken: String = "") {
        self.linkToken = linkToken
    }
}

extension DescribeLinkRequest {
    public static let layout = MessageLayout(rollcall__v1__describe_link_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DescribeLinkRequest.self)
        self.linkToken = try source.string(c.pointee.link_token, "link_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DescribeLinkRequest.self)
        c.pointee.link_token = target.string(self.linkToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["linkToken": Redacted()]
    }
}

/// The purpose of the link.
public struct DescribeLinkResponse: Message {
    /// What following it does.
    public var purpose: LinkPurpose
    /// When it expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(purpose: LinkPurpose = .unspecified, expiresAtMs: Int64 = 0) {
        self.purpose = purpose
        self.expiresAtMs = expiresAtMs
    }
}

extension DescribeLinkResponse {
    public static let layout = MessageLayout(rollcall__v1__describe_link_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DescribeLinkResponse.self)
        self.purpose = LinkPurpose(c.pointee.purpose)
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DescribeLinkResponse.self)
        c.pointee.purpose = .init(rawValue: .init(truncatingIfNeeded: self.purpose.rawValue))
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["purpose": purpose, "expiresAtMs": expiresAtMs]
    }
}

/// The link to follow.
public struct FollowLinkRequest: Message {
    /// The part of the link after the `#`, or the link, read as `ResetPasswordRequest.link_token`
    /// is.
    public var linkToken: String

    public init(linkToken: String = "") {
        self.linkToken = linkToken
    }
}

extension FollowLinkRequest {
    public static let layout = MessageLayout(rollcall__v1__follow_link_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FollowLinkRequest.self)
        self.linkToken = try source.string(c.pointee.link_token, "link_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FollowLinkRequest.self)
        c.pointee.link_token = target.string(self.linkToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["linkToken": Redacted()]
    }
}

/// The purpose was carried out.
public struct FollowLinkResponse: Message {
    /// What was done.
    public var purpose: LinkPurpose
    /// After a change was undone: send it in `ResetPassword`, together with the code of the mail
    /// that is sent now. Otherwise empty.
    public var flow: String

    public init(purpose: LinkPurpose = .unspecified, flow: String = "") {
        self.purpose = purpose
        self.flow = flow
    }
}

extension FollowLinkResponse {
    public static let layout = MessageLayout(rollcall__v1__follow_link_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FollowLinkResponse.self)
        self.purpose = LinkPurpose(c.pointee.purpose)
        self.flow = try source.string(c.pointee.flow, "flow")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FollowLinkResponse.self)
        c.pointee.purpose = .init(rawValue: .init(truncatingIfNeeded: self.purpose.rawValue))
        c.pointee.flow = target.string(self.flow)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["purpose": purpose, "flow": Redacted()]
    }
}

/// An account, as its owner sees it.
public struct AccountInfo: Message {
    /// The account, a UUIDv7 in its text form. It never changes.
    public var userID: String
    /// Its e-mail addresses, the primary one first; at most 10. May be empty.
    public var addresses: [Address]
    /// The chosen language, a language tag (BCP 47); empty for the deployment's language.
    public var locale: String
    /// When the account was made, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64
    /// When the password was set, in milliseconds since 1970-01-01 UTC; 0 without a password.
    public var passwordChangedAtMs: Int64
    /// The addresses whose codes are on their way, while these are valid: at most one of AddAddress
    /// and one of StartAddressChange.
    public var pendingAddresses: [PendingAddress]
    /// Whether the account has no way to sign in: it was made by SignUpAnonymously and not
    /// upgraded.
    public var isAnonymous: Bool
    /// Whether the account has a second factor (FactorService).
    public var hasFactor: Bool

    public init(
        userID: String = "",
        addresses: [Address] = [],
        locale: String = "",
        createdAtMs: Int64 = 0,
        passwordChangedAtMs: Int64 = 0,
        pendingAddresses: [PendingAddress] = [],
        isAnonymous: Bool = false,
        hasFactor: Bool = false
    ) {
        self.userID = userID
        self.addresses = addresses
        self.locale = locale
        self.createdAtMs = createdAtMs
        self.passwordChangedAtMs = passwordChangedAtMs
        self.pendingAddresses = pendingAddresses
        self.isAnonymous = isAnonymous
        self.hasFactor = hasFactor
    }
}

extension AccountInfo {
    public static let layout = MessageLayout(rollcall__v1__account_info__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AccountInfo.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.addresses =
            try source.messages(c.pointee.addresses, c.pointee.n_addresses, "addresses")
        self.locale = try source.string(c.pointee.locale, "locale")
        self.createdAtMs = c.pointee.created_at_ms
        self.passwordChangedAtMs = c.pointee.password_changed_at_ms
        self.pendingAddresses =
            try source.messages(c.pointee.pending_addresses, c.pointee.n_pending_addresses, "pending_addresses")
        self.isAnonymous = c.pointee.is_anonymous != 0
        self.hasFactor = c.pointee.has_factor != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AccountInfo.self)
        c.pointee.user_id = target.string(self.userID)
        (c.pointee.n_addresses, c.pointee.addresses) =
            target.list(self.addresses) { target.message($0) }
        c.pointee.locale = target.string(self.locale)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.password_changed_at_ms = self.passwordChangedAtMs
        (c.pointee.n_pending_addresses, c.pointee.pending_addresses) =
            target.list(self.pendingAddresses) { target.message($0) }
        c.pointee.is_anonymous = self.isAnonymous ? 1 : 0
        c.pointee.has_factor = self.hasFactor ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "addresses": addresses,
            "locale": locale,
            "createdAtMs": createdAtMs,
            "passwordChangedAtMs": passwordChangedAtMs,
            "pendingAddresses": pendingAddresses,
            "isAnonymous": isAnonymous,
            "hasFactor": hasFactor,
        ]
    }
}

/// An e-mail address that a code was mailed to, and that the account does not have yet.
public struct PendingAddress: Message {
    /// The address, as the user wrote it.
    public var email: String
    /// Whether it takes the place of the primary one, by ConfirmAddressChange. Otherwise
    /// VerifyAddress adds it.
    public var replacesPrimary: Bool

    public init(email: String = "", replacesPrimary: Bool = false) {
        self.email = email
        self.replacesPrimary = replacesPrimary
    }
}

extension PendingAddress {
    public static let layout = MessageLayout(rollcall__v1__pending_address__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PendingAddress.self)
        self.email = try source.string(c.pointee.email, "email")
        self.replacesPrimary = c.pointee.replaces_primary != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PendingAddress.self)
        c.pointee.email = target.string(self.email)
        c.pointee.replaces_primary = self.replacesPrimary ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["email": Redacted(), "replacesPrimary": replacesPrimary]
    }
}

/// An e-mail address of an account.
public struct Address: Message {
    /// The address, as the user wrote it.
    public var email: String
    /// When its owner proved to read mail there, in milliseconds since 1970-01-01 UTC; 0 when it is
    /// not verified.
    public var verifiedAtMs: Int64
    /// Whether it is the address that mails go to.
    public var isPrimary: Bool

    public init(email: String = "", verifiedAtMs: Int64 = 0, isPrimary: Bool = false) {
        self.email = email
        self.verifiedAtMs = verifiedAtMs
        self.isPrimary = isPrimary
    }
}

extension Address {
    public static let layout = MessageLayout(rollcall__v1__address__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Address.self)
        self.email = try source.string(c.pointee.email, "email")
        self.verifiedAtMs = c.pointee.verified_at_ms
        self.isPrimary = c.pointee.is_primary != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Address.self)
        c.pointee.email = target.string(self.email)
        c.pointee.verified_at_ms = self.verifiedAtMs
        c.pointee.is_primary = self.isPrimary ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["email": Redacted(), "verifiedAtMs": verifiedAtMs, "isPrimary": isPrimary]
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
public struct Reauthentication: Message {
    public var proof: Proof?
    /// A code of the authenticator app, or a recovery code: for an account with a factor, where the
    /// RPC asks for it (`asks_for_factor`). A recovery code is used up.
    public var factorCode: String

    public init(proof: Proof? = nil, factorCode: String = "") {
        self.proof = proof
        self.factorCode = factorCode
    }

    /// The value of `proof`.
    public enum Proof: Sendable, Equatable {
        /// The password of the account.
        case password(String)
        /// The eight digits of the mail that SendReauthentication has sent, read as
        /// `MailedCode.code` is.
        case mailedCode(String)
    }
}

extension Reauthentication {
    public static let layout = MessageLayout(rollcall__v1__reauthentication__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Reauthentication.self)
        switch c.pointee.proof_case.rawValue {
        case 1: self.proof = .password(try source.string(c.pointee.password, "password"))
        case 2: self.proof = .mailedCode(try source.string(c.pointee.mailed_code, "mailed_code"))
        default: self.proof = nil
        }
        self.factorCode = try source.string(c.pointee.factor_code, "factor_code")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Reauthentication.self)
        switch self.proof {
        case .password(let value):
            c.pointee.proof_case = .init(rawValue: 1)
            c.pointee.password = target.string(value)
        case .mailedCode(let value):
            c.pointee.proof_case = .init(rawValue: 2)
            c.pointee.mailed_code = target.string(value)
        case nil: break
        }
        c.pointee.factor_code = target.string(self.factorCode)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "factorCode": Redacted()]
    }
}

extension Reauthentication.Proof: FieldDescribing {
    public var describedFields: KeyValuePairs<String, Any> {
        switch self {
        case .password: ["password": Redacted()]
        case .mailedCode: ["mailedCode": Redacted()]
        }
    }
}
