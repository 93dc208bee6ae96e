// swift-format-ignore-file
// Generated from rollcall/v1/passkey.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Passkeys (Web Authentication level 2, W3C 2021): signatures ES256 and RS256, without
/// attestation. Challenges are given out by Start… and answered once, within 5 minutes.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required, or SESSION_ENDED), FAILED_PRECONDITION (SIGN_IN_WAY_OFF: the deployment has no
/// passkeys), RESOURCE_EXHAUSTED (NO_SPACE; beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with
/// `retry_after_ms`), UNAVAILABLE (OVERLOADED, with `retry_after_ms`) and DEADLINE_EXCEEDED.
public protocol PasskeyService: Sendable {
    /// Returns what a device needs to make a passkey for the caller's account. An account without
    /// any way to sign in needs no proof.
    ///
    /// Errors: those of `Reauthentication`; RESOURCE_EXHAUSTED (TOO_MANY) for an account with 20
    /// passkeys.
    func startPasskeyRegistration(
        _ request: StartPasskeyRegistrationRequest,
        context: CallContext
    ) async throws -> StartPasskeyRegistrationResponse

    /// Gives the account the passkey that a device has made. The owner is sent a mail.
    ///
    /// Errors: INVALID_ARGUMENT (PASSKEY_INVALID; the message names what is wrong); NOT_FOUND
    /// (ATTEMPT_EXPIRED); ALREADY_EXISTS (PASSKEY_TAKEN).
    func finishPasskeyRegistration(
        _ request: FinishPasskeyRegistrationRequest,
        context: CallContext
    ) async throws -> FinishPasskeyRegistrationResponse

    /// Lists the passkeys of the caller's account, the oldest first: at most 20.
    func listPasskeys(
        _ request: ListPasskeysRequest,
        context: CallContext
    ) async throws -> ListPasskeysResponse

    /// Takes a passkey from the caller's account. The owner is sent a mail.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (PASSKEY_NOT_FOUND); FAILED_PRECONDITION
    /// (LAST_CREDENTIAL) when nobody could sign in to the account without it; UNAVAILABLE when this
    /// depends on the display name and Profile does not answer.
    func removePasskey(
        _ request: RemovePasskeyRequest,
        context: CallContext
    ) async throws -> RemovePasskeyResponse

    /// Returns a challenge for signing in. Nothing is stored.
    ///
    /// Errors: NOT_FOUND (CODE_EXPIRED) for a `pending_token` that is no longer valid.
    func startPasskeySignIn(
        _ request: StartPasskeySignInRequest,
        context: CallContext
    ) async throws -> StartPasskeySignInResponse

    /// Opens a session by a passkey whose device has verified its user. That is two factors, so no
    /// other is asked for.
    ///
    /// Errors: UNAUTHENTICATED (PASSKEY_INVALID) for an unknown passkey, a wrong signature and a
    /// disabled account alike; NOT_FOUND (ATTEMPT_EXPIRED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many attempts from the caller's address.
    func signInWithPasskey(
        _ request: SignInWithPasskeyRequest,
        context: CallContext
    ) async throws -> SignInWithPasskeyResponse
}

/// The RPCs of `PasskeyService`.
public enum PasskeyServiceMethods {
    public static let startPasskeyRegistration =
        Method<StartPasskeyRegistrationRequest, StartPasskeyRegistrationResponse>(
            service: "rollcall.v1.PasskeyService",
            name: "StartPasskeyRegistration",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            acceptsFreshSession: true,
            asksForFactor: true
        )

    public static let finishPasskeyRegistration =
        Method<FinishPasskeyRegistrationRequest, FinishPasskeyRegistrationResponse>(
            service: "rollcall.v1.PasskeyService",
            name: "FinishPasskeyRegistration",
            kind: .unary,
            access: .owner,
            limit: CallLimit("session"),
            maximumRequestSize: 16384
        )

    public static let listPasskeys =
        Method<ListPasskeysRequest, ListPasskeysResponse>(
            service: "rollcall.v1.PasskeyService",
            name: "ListPasskeys",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )

    public static let removePasskey =
        Method<RemovePasskeyRequest, RemovePasskeyResponse>(
            service: "rollcall.v1.PasskeyService",
            name: "RemovePasskey",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            acceptsFreshSession: true,
            asksForFactor: true
        )

    public static let startPasskeySignIn =
        Method<StartPasskeySignInRequest, StartPasskeySignInResponse>(
            service: "rollcall.v1.PasskeyService",
            name: "StartPasskeySignIn",
            kind: .unary,
            access: .anyone,
            maximumRequestSize: 16384,
            isRepeatable: true
        )

    public static let signInWithPasskey =
        Method<SignInWithPasskeyRequest, SignInWithPasskeyResponse>(
            service: "rollcall.v1.PasskeyService",
            name: "SignInWithPasskey",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("address"),
            maximumRequestSize: 16384
        )
}

extension Router {
    /// Serves the RPCs of `PasskeyService`.
    public mutating func add(_ service: some PasskeyService) {
        unary(PasskeyServiceMethods.startPasskeyRegistration) {
            try await service.startPasskeyRegistration($0, context: $1)
        }
        unary(PasskeyServiceMethods.finishPasskeyRegistration) {
            try await service.finishPasskeyRegistration($0, context: $1)
        }
        unary(PasskeyServiceMethods.listPasskeys) {
            try await service.listPasskeys($0, context: $1)
        }
        unary(PasskeyServiceMethods.removePasskey) {
            try await service.removePasskey($0, context: $1)
        }
        unary(PasskeyServiceMethods.startPasskeySignIn) {
            try await service.startPasskeySignIn($0, context: $1)
        }
        unary(PasskeyServiceMethods.signInWithPasskey) {
            try await service.signInWithPasskey($0, context: $1)
        }
    }
}

/// Calls `PasskeyService`.
public struct PasskeyServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Returns what a device needs to make a passkey for the caller's account. An account without
    /// any way to sign in needs no proof.
    ///
    /// Errors: those of `Reauthentication`; RESOURCE_EXHAUSTED (TOO_MANY) for an account with 20
    /// passkeys.
    public func startPasskeyRegistration(
        _ request: StartPasskeyRegistrationRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartPasskeyRegistrationResponse {
        try await client.unary(PasskeyServiceMethods.startPasskeyRegistration, request, options)
    }

    /// Gives the account the passkey that a device has made. The owner is sent a mail.
    ///
    /// Errors: INVALID_ARGUMENT (PASSKEY_INVALID; the message names what is wrong); NOT_FOUND
    /// (ATTEMPT_EXPIRED); ALREADY_EXISTS (PASSKEY_TAKEN).
    public func finishPasskeyRegistration(
        _ request: FinishPasskeyRegistrationRequest,
        options: CallOptions = CallOptions()
    ) async throws -> FinishPasskeyRegistrationResponse {
        try await client.unary(PasskeyServiceMethods.finishPasskeyRegistration, request, options)
    }

    /// Lists the passkeys of the caller's account, the oldest first: at most 20.
    public func listPasskeys(
        _ request: ListPasskeysRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListPasskeysResponse {
        try await client.unary(PasskeyServiceMethods.listPasskeys, request, options)
    }

    /// Takes a passkey from the caller's account. The owner is sent a mail.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (PASSKEY_NOT_FOUND); FAILED_PRECONDITION
    /// (LAST_CREDENTIAL) when nobody could sign in to the account without it; UNAVAILABLE when this
    /// depends on the display name and Profile does not answer.
    public func removePasskey(
        _ request: RemovePasskeyRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemovePasskeyResponse {
        try await client.unary(PasskeyServiceMethods.removePasskey, request, options)
    }

    /// Returns a challenge for signing in. Nothing is stored.
    ///
    /// Errors: NOT_FOUND (CODE_EXPIRED) for a `pending_token` that is no longer valid.
    public func startPasskeySignIn(
        _ request: StartPasskeySignInRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartPasskeySignInResponse {
        try await client.unary(PasskeyServiceMethods.startPasskeySignIn, request, options)
    }

    /// Opens a session by a passkey whose device has verified its user. That is two factors, so no
    /// other is asked for.
    ///
    /// Errors: UNAUTHENTICATED (PASSKEY_INVALID) for an unknown passkey, a wrong signature and a
    /// disabled account alike; NOT_FOUND (ATTEMPT_EXPIRED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many attempts from the caller's address.
    public func signInWithPasskey(
        _ request: SignInWithPasskeyRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignInWithPasskeyResponse {
        try await client.unary(PasskeyServiceMethods.signInWithPasskey, request, options)
    }
}
