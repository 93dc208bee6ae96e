// swift-format-ignore-file
// Generated from rollcall/v1/passkey.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// A request for a challenge.
public struct StartPasskeyRegistrationRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?

    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }
}

extension StartPasskeyRegistrationRequest {
    public static let layout = MessageLayout(rollcall__v1__start_passkey_registration_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartPasskeyRegistrationRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartPasskeyRegistrationRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any]
    }
}

/// What `navigator.credentials.create` and its likes need.
public struct StartPasskeyRegistrationResponse: Message {
    /// Identifies the attempt to FinishPasskeyRegistration.
    public var attempt: String
    /// 32 bytes.
    public var challenge: [UInt8]
    /// The relying party's id, a domain.
    public var rpID: String
    /// The name of the deployment, to be shown.
    public var rpName: String
    /// 16 bytes: the account's id, as `user.id`.
    public var userHandle: [UInt8]
    /// The account's primary address or display name, as `user.name`; may be empty.
    public var userName: String
    /// The passkeys that the account has, so that a device makes no second one.
    public var excludedCredentialIDs: [[UInt8]]
    /// When the challenge expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(
        attempt: String = "",
        challenge: [UInt8] = [],
        rpID: String = "",
        rpName: String = "",
        userHandle: [UInt8] = [],
        userName: String = "",
        excludedCredentialIDs: [[UInt8]] = [],
        expiresAtMs: Int64 = 0
    ) {
        self.attempt = attempt
        self.challenge = challenge
        self.rpID = rpID
        self.rpName = rpName
        self.userHandle = userHandle
        self.userName = userName
        self.excludedCredentialIDs = excludedCredentialIDs
        self.expiresAtMs = expiresAtMs
    }
}

extension StartPasskeyRegistrationResponse {
    public static let layout = MessageLayout(
        rollcall__v1__start_passkey_registration_response__init
    )

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartPasskeyRegistrationResponse.self)
        self.attempt = try source.string(c.pointee.attempt, "attempt")
        self.challenge = source.bytes(c.pointee.challenge)
        self.rpID = try source.string(c.pointee.rp_id, "rp_id")
        self.rpName = try source.string(c.pointee.rp_name, "rp_name")
        self.userHandle = source.bytes(c.pointee.user_handle)
        self.userName = try source.string(c.pointee.user_name, "user_name")
        self.excludedCredentialIDs =
            source.list(c.pointee.excluded_credential_ids, c.pointee.n_excluded_credential_ids) { source.bytes($0) }
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartPasskeyRegistrationResponse.self)
        c.pointee.attempt = target.string(self.attempt)
        c.pointee.challenge = target.bytes(self.challenge)
        c.pointee.rp_id = target.string(self.rpID)
        c.pointee.rp_name = target.string(self.rpName)
        c.pointee.user_handle = target.bytes(self.userHandle)
        c.pointee.user_name = target.string(self.userName)
        (c.pointee.n_excluded_credential_ids, c.pointee.excluded_credential_ids) =
            target.list(self.excludedCredentialIDs) { target.bytes($0) }
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "attempt": Redacted(),
            "challenge": Redacted(),
            "rpID": rpID,
            "rpName": rpName,
            "userHandle": userHandle,
            "userName": Redacted(),
            "excludedCredentialIDs": excludedCredentialIDs,
            "expiresAtMs": expiresAtMs,
        ]
    }
}

/// The answer of a device that has made a passkey.
public struct FinishPasskeyRegistrationRequest: Message {
    /// `StartPasskeyRegistrationResponse.attempt`.
    public var attempt: String
    /// `AuthenticatorAttestationResponse.clientDataJSON`.
    public var clientDataJson: [UInt8]
    /// `AuthenticatorAttestationResponse.attestationObject`.
    public var attestationObject: [UInt8]
    /// What the list shows, by the rules of `SignUpRequest.device_label`.
    public var label: String

    public init(
        attempt: String = "",
        clientDataJson: [UInt8] = [],
        attestationObject: [UInt8] = [],
        label: String = ""
    ) {
        self.attempt = attempt
        self.clientDataJson = clientDataJson
        self.attestationObject = attestationObject
        self.label = label
    }
}

extension FinishPasskeyRegistrationRequest {
    public static let layout = MessageLayout(
        rollcall__v1__finish_passkey_registration_request__init
    )

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FinishPasskeyRegistrationRequest.self)
        self.attempt = try source.string(c.pointee.attempt, "attempt")
        self.clientDataJson = source.bytes(c.pointee.client_data_json)
        self.attestationObject = source.bytes(c.pointee.attestation_object)
        self.label = try source.string(c.pointee.label, "label")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FinishPasskeyRegistrationRequest.self)
        c.pointee.attempt = target.string(self.attempt)
        c.pointee.client_data_json = target.bytes(self.clientDataJson)
        c.pointee.attestation_object = target.bytes(self.attestationObject)
        c.pointee.label = target.string(self.label)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "attempt": Redacted(),
            "clientDataJson": Redacted(),
            "attestationObject": Redacted(),
            "label": label,
        ]
    }
}

/// The account has the passkey.
public struct FinishPasskeyRegistrationResponse: Message {
    /// As it is listed from now on.
    public var passkey: Passkey?

    public init(passkey: Passkey? = nil) {
        self.passkey = passkey
    }
}

extension FinishPasskeyRegistrationResponse {
    public static let layout = MessageLayout(
        rollcall__v1__finish_passkey_registration_response__init
    )

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FinishPasskeyRegistrationResponse.self)
        self.passkey = try source.message(c.pointee.passkey, "passkey")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FinishPasskeyRegistrationResponse.self)
        c.pointee.passkey = target.message(ifAny: self.passkey)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["passkey": passkey as Any]
    }
}

/// The passkeys to list: all of the caller's.
public struct ListPasskeysRequest: EmptyMessage {
    public init() {}
}

extension ListPasskeysRequest {
    public static let layout = MessageLayout(rollcall__v1__list_passkeys_request__init)
}

/// The caller's passkeys.
public struct ListPasskeysResponse: Message {
    /// The oldest first; at most 20.
    public var passkeys: [Passkey]

    public init(passkeys: [Passkey] = []) {
        self.passkeys = passkeys
    }
}

extension ListPasskeysResponse {
    public static let layout = MessageLayout(rollcall__v1__list_passkeys_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListPasskeysResponse.self)
        self.passkeys = try source.messages(c.pointee.passkeys, c.pointee.n_passkeys, "passkeys")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListPasskeysResponse.self)
        (c.pointee.n_passkeys, c.pointee.passkeys) =
            target.list(self.passkeys) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["passkeys": passkeys]
    }
}

/// A passkey. Times are milliseconds since 1970-01-01 UTC.
public struct Passkey: Message {
    /// The credential id in base64url, at most 1,364 characters.
    public var passkeyID: String
    /// What its owner named it.
    public var label: String
    /// When it was registered.
    public var createdAtMs: Int64
    /// When a session was last opened with it; 0 for never.
    public var lastUsedAtMs: Int64
    /// Whether it is kept elsewhere, too, so that the loss of one device does not lose it.
    public var isBackedUp: Bool

    public init(
        passkeyID: String = "",
        label: String = "",
        createdAtMs: Int64 = 0,
        lastUsedAtMs: Int64 = 0,
        isBackedUp: Bool = false
    ) {
        self.passkeyID = passkeyID
        self.label = label
        self.createdAtMs = createdAtMs
        self.lastUsedAtMs = lastUsedAtMs
        self.isBackedUp = isBackedUp
    }
}

extension Passkey {
    public static let layout = MessageLayout(rollcall__v1__passkey__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Passkey.self)
        self.passkeyID = try source.string(c.pointee.passkey_id, "passkey_id")
        self.label = try source.string(c.pointee.label, "label")
        self.createdAtMs = c.pointee.created_at_ms
        self.lastUsedAtMs = c.pointee.last_used_at_ms
        self.isBackedUp = c.pointee.is_backed_up != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Passkey.self)
        c.pointee.passkey_id = target.string(self.passkeyID)
        c.pointee.label = target.string(self.label)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.last_used_at_ms = self.lastUsedAtMs
        c.pointee.is_backed_up = self.isBackedUp ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "passkeyID": passkeyID,
            "label": label,
            "createdAtMs": createdAtMs,
            "lastUsedAtMs": lastUsedAtMs,
            "isBackedUp": isBackedUp,
        ]
    }
}

/// The passkey to take away.
public struct RemovePasskeyRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// `Passkey.passkey_id`.
    public var passkeyID: String

    public init(proof: Reauthentication? = nil, passkeyID: String = "") {
        self.proof = proof
        self.passkeyID = passkeyID
    }
}

extension RemovePasskeyRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_passkey_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemovePasskeyRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.passkeyID = try source.string(c.pointee.passkey_id, "passkey_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemovePasskeyRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.passkey_id = target.string(self.passkeyID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "passkeyID": passkeyID]
    }
}

/// The passkey is not the account's any more.
public struct RemovePasskeyResponse: EmptyMessage {
    public init() {}
}

extension RemovePasskeyResponse {
    public static let layout = MessageLayout(rollcall__v1__remove_passkey_response__init)
}

/// A request for a challenge.
public struct StartPasskeySignInRequest: Message {
    /// `PendingSignIn.token` of a sign-in that waits for a passkey; empty for a sign-in without a
    /// password.
    public var pendingToken: String

    public init(pendingToken: String = "") {
        self.pendingToken = pendingToken
    }
}

extension StartPasskeySignInRequest {
    public static let layout = MessageLayout(rollcall__v1__start_passkey_sign_in_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartPasskeySignInRequest.self)
        self.pendingToken = try source.string(c.pointee.pending_token, "pending_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartPasskeySignInRequest.self)
        c.pointee.pending_token = target.string(self.pendingToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pendingToken": Redacted()]
    }
}

/// What `navigator.credentials.get` and its likes need.
public struct StartPasskeySignInResponse: Message {
    /// Identifies the attempt to the call that ends it.
    public var attempt: String
    /// 32 bytes.
    public var challenge: [UInt8]
    /// The relying party's id, a domain.
    public var rpID: String
    /// The passkeys of the account; only with a `pending_token`. Otherwise the device offers those
    /// that it knows.
    public var allowedCredentialIDs: [[UInt8]]
    /// When the challenge expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(
        attempt: String = "",
        challenge: [UInt8] = [],
        rpID: String = "",
        allowedCredentialIDs: [[UInt8]] = [],
        expiresAtMs: Int64 = 0
    ) {
        self.attempt = attempt
        self.challenge = challenge
        self.rpID = rpID
        self.allowedCredentialIDs = allowedCredentialIDs
        self.expiresAtMs = expiresAtMs
    }
}

extension StartPasskeySignInResponse {
    public static let layout = MessageLayout(rollcall__v1__start_passkey_sign_in_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartPasskeySignInResponse.self)
        self.attempt = try source.string(c.pointee.attempt, "attempt")
        self.challenge = source.bytes(c.pointee.challenge)
        self.rpID = try source.string(c.pointee.rp_id, "rp_id")
        self.allowedCredentialIDs =
            source.list(c.pointee.allowed_credential_ids, c.pointee.n_allowed_credential_ids) { source.bytes($0) }
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartPasskeySignInResponse.self)
        c.pointee.attempt = target.string(self.attempt)
        c.pointee.challenge = target.bytes(self.challenge)
        c.pointee.rp_id = target.string(self.rpID)
        (c.pointee.n_allowed_credential_ids, c.pointee.allowed_credential_ids) =
            target.list(self.allowedCredentialIDs) { target.bytes($0) }
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "attempt": Redacted(),
            "challenge": Redacted(),
            "rpID": rpID,
            "allowedCredentialIDs": allowedCredentialIDs,
            "expiresAtMs": expiresAtMs,
        ]
    }
}

/// The passkey to sign in with.
public struct SignInWithPasskeyRequest: Message {
    /// The device's answer to the challenge.
    public var assertion: PasskeyAssertion?
    /// The label in the user's session list, by the rules of `SignUpRequest.device_label`.
    public var deviceLabel: String
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String
    /// As `SignInRequest.device_token`.
    public var deviceToken: String

    public init(
        assertion: PasskeyAssertion? = nil,
        deviceLabel: String = "",
        platform: String = "",
        appVersion: String = "",
        deviceToken: String = ""
    ) {
        self.assertion = assertion
        self.deviceLabel = deviceLabel
        self.platform = platform
        self.appVersion = appVersion
        self.deviceToken = deviceToken
    }
}

extension SignInWithPasskeyRequest {
    public static let layout = MessageLayout(rollcall__v1__sign_in_with_passkey_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInWithPasskeyRequest.self)
        self.assertion = try source.message(c.pointee.assertion, "assertion")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInWithPasskeyRequest.self)
        c.pointee.assertion = target.message(ifAny: self.assertion)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "assertion": assertion as Any,
            "deviceLabel": deviceLabel,
            "platform": platform,
            "appVersion": appVersion,
            "deviceToken": Redacted(),
        ]
    }
}

/// The new session.
public struct SignInWithPasskeyResponse: Message {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String

    public init(session: Session? = nil, tokens: Tokens? = nil, deviceToken: String = "") {
        self.session = session
        self.tokens = tokens
        self.deviceToken = deviceToken
    }
}

extension SignInWithPasskeyResponse {
    public static let layout = MessageLayout(rollcall__v1__sign_in_with_passkey_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInWithPasskeyResponse.self)
        self.session = try source.message(c.pointee.session, "session")
        self.tokens = try source.message(c.pointee.tokens, "tokens")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInWithPasskeyResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
        c.pointee.tokens = target.message(ifAny: self.tokens)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["session": session as Any, "tokens": tokens as Any, "deviceToken": Redacted()]
    }
}
