// swift-format-ignore-file
// Generated from rollcall/v1/factor.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The factors to read: the caller's.
public struct GetFactorsRequest: EmptyMessage {
    public init() {}
}

extension GetFactorsRequest {
    public static let layout = MessageLayout(rollcall__v1__get_factors_request__init)
}

/// The caller's factors.
public struct GetFactorsResponse: Message {
    /// When the authenticator app was confirmed, in milliseconds since 1970-01-01 UTC; 0 without
    /// one.
    public var totpConfirmedAtMs: Int64
    /// How many recovery codes are left.
    public var recoveryCodesLeft: UInt32

    public init(totpConfirmedAtMs: Int64 = 0, recoveryCodesLeft: UInt32 = 0) {
        self.totpConfirmedAtMs = totpConfirmedAtMs
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

extension GetFactorsResponse {
    public static let layout = MessageLayout(rollcall__v1__get_factors_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetFactorsResponse.self)
        self.totpConfirmedAtMs = c.pointee.totp_confirmed_at_ms
        self.recoveryCodesLeft = c.pointee.recovery_codes_left
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetFactorsResponse.self)
        c.pointee.totp_confirmed_at_ms = self.totpConfirmedAtMs
        c.pointee.recovery_codes_left = self.recoveryCodesLeft
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["totpConfirmedAtMs": totpConfirmedAtMs, "recoveryCodesLeft": recoveryCodesLeft]
    }
}

/// A request for a secret.
public struct StartTotpRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }
}

extension StartTotpRequest {
    public static let layout = MessageLayout(rollcall__v1__start_totp_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartTotpRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartTotpRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any]
    }
}

/// The secret. It is shown once.
public struct StartTotpResponse: Message {
    /// The secret in base32 (RFC 4648) without padding: 32 characters for 20 bytes.
    public var secret: String
    /// The same as a URI, for a QR code or a link: `otpauth://totp/…`.
    public var uri: String
    /// When the secret expires unless it is confirmed, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(secret: String = "", uri: String = "", expiresAtMs: Int64 = 0) {
        self.secret = secret
        self.uri = uri
        self.expiresAtMs = expiresAtMs
    }
}

extension StartTotpResponse {
    public static let layout = MessageLayout(rollcall__v1__start_totp_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartTotpResponse.self)
        self.secret = try source.string(c.pointee.secret, "secret")
        self.uri = try source.string(c.pointee.uri, "uri")
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartTotpResponse.self)
        c.pointee.secret = target.string(self.secret)
        c.pointee.uri = target.string(self.uri)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["secret": Redacted(), "uri": Redacted(), "expiresAtMs": expiresAtMs]
    }
}

/// The proof that the app has the secret.
public struct ConfirmTotpRequest: Message {
    /// Six digits.
    public var code: String

    public init(code: String = "") {
        self.code = code
    }
}

extension ConfirmTotpRequest {
    public static let layout = MessageLayout(rollcall__v1__confirm_totp_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ConfirmTotpRequest.self)
        self.code = try source.string(c.pointee.code, "code")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ConfirmTotpRequest.self)
        c.pointee.code = target.string(self.code)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["code": Redacted()]
    }
}

/// The account has the factor.
public struct ConfirmTotpResponse: Message {
    /// Ten recovery codes, to be kept elsewhere than the app. They are shown once.
    public var recoveryCodes: [String]

    public init(recoveryCodes: [String] = []) {
        self.recoveryCodes = recoveryCodes
    }
}

extension ConfirmTotpResponse {
    public static let layout = MessageLayout(rollcall__v1__confirm_totp_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ConfirmTotpResponse.self)
        self.recoveryCodes =
            try source.strings(c.pointee.recovery_codes, c.pointee.n_recovery_codes, "recovery_codes")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ConfirmTotpResponse.self)
        (c.pointee.n_recovery_codes, c.pointee.recovery_codes) =
            target.list(self.recoveryCodes) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["recoveryCodes": Redacted()]
    }
}

/// A request to take the factor away.
public struct RemoveTotpRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }
}

extension RemoveTotpRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_totp_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveTotpRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveTotpRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any]
    }
}

/// The account has no factor.
public struct RemoveTotpResponse: EmptyMessage {
    public init() {}
}

extension RemoveTotpResponse {
    public static let layout = MessageLayout(rollcall__v1__remove_totp_response__init)
}

/// A request for new recovery codes.
public struct MakeRecoveryCodesRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }
}

extension MakeRecoveryCodesRequest {
    public static let layout = MessageLayout(rollcall__v1__make_recovery_codes_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__MakeRecoveryCodesRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__MakeRecoveryCodesRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any]
    }
}

/// The new recovery codes.
public struct MakeRecoveryCodesResponse: Message {
    /// Ten. They are shown once.
    public var recoveryCodes: [String]

    public init(recoveryCodes: [String] = []) {
        self.recoveryCodes = recoveryCodes
    }
}

extension MakeRecoveryCodesResponse {
    public static let layout = MessageLayout(rollcall__v1__make_recovery_codes_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__MakeRecoveryCodesResponse.self)
        self.recoveryCodes =
            try source.strings(c.pointee.recovery_codes, c.pointee.n_recovery_codes, "recovery_codes")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__MakeRecoveryCodesResponse.self)
        (c.pointee.n_recovery_codes, c.pointee.recovery_codes) =
            target.list(self.recoveryCodes) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["recoveryCodes": Redacted()]
    }
}
