// swift-format-ignore-file
// Generated from rollcall/v1/auth.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Who you are: accounts, passwords, sessions, and the keys with which others verify tokens.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// needed), RESOURCE_EXHAUSTED (overloaded, `retry_after_ms` says when to try again), UNAVAILABLE
/// and DEADLINE_EXCEEDED.
public protocol AuthService: Sendable {
    /// Makes an account with its display name and signs it in. The same idempotency key makes a
    /// retry the same sign-up: it never makes two accounts, and answers with a new session of the
    /// one.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS when the e-mail
    /// address or the display name is taken; ABORTED when a sign-up with the same key is still
    /// under way; FAILED_PRECONDITION when the key was used with another e-mail address or display
    /// name.
    func signUp(_ request: SignUpRequest, context: CallContext) async throws -> SignUpResponse

    /// Opens a session.
    ///
    /// Errors: UNAUTHENTICATED (WRONG_CREDENTIALS) alike for an unknown address and a wrong
    /// password.
    func signIn(_ request: SignInRequest, context: CallContext) async throws -> SignInResponse

    /// Exchanges a refresh token for a new pair of tokens. A reply that was lost is asked for again
    /// with the same refresh token, as long as its successor has not been used. A refresh token
    /// that comes back after its successor was used was stolen: the session ends.
    ///
    /// Errors: UNAUTHENTICATED with REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED or SESSION_ENDED.
    func refresh(_ request: RefreshRequest, context: CallContext) async throws -> RefreshResponse

    /// Ends the caller's session. Doing it again is no error.
    func signOut(_ request: SignOutRequest, context: CallContext) async throws -> SignOutResponse

    /// Who the caller is, read from the account and not from the token.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the session was ended though its access token
    /// has not expired.
    func getSession(
        _ request: GetSessionRequest,
        context: CallContext
    ) async throws -> GetSessionResponse

    /// The public keys that access and service tokens are verified with. A verifier keeps them and
    /// asks again when it meets a key id that it does not know, at most once a second.
    func getSigningKeys(
        _ request: GetSigningKeysRequest,
        context: CallContext
    ) async throws -> GetSigningKeysResponse
}

/// The RPCs of `AuthService`.
public enum AuthServiceMethods {
    public static let signUp =
        Method<SignUpRequest, SignUpResponse>(
            service: "rollcall.v1.AuthService",
            name: "SignUp",
            kind: .unary,
            access: .anyone
        )

    public static let signIn =
        Method<SignInRequest, SignInResponse>(
            service: "rollcall.v1.AuthService",
            name: "SignIn",
            kind: .unary,
            access: .anyone
        )

    public static let refresh =
        Method<RefreshRequest, RefreshResponse>(
            service: "rollcall.v1.AuthService",
            name: "Refresh",
            kind: .unary,
            access: .anyone,
            priority: .critical
        )

    public static let signOut =
        Method<SignOutRequest, SignOutResponse>(
            service: "rollcall.v1.AuthService",
            name: "SignOut",
            kind: .unary,
            access: .owner,
            priority: .critical
        )

    public static let getSession =
        Method<GetSessionRequest, GetSessionResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetSession",
            kind: .unary,
            access: .owner,
            priority: .critical
        )

    public static let getSigningKeys =
        Method<GetSigningKeysRequest, GetSigningKeysResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetSigningKeys",
            kind: .unary,
            access: .anyone,
            priority: .critical
        )
}

extension Router {
    /// Serves the RPCs of `AuthService`.
    public mutating func add(_ service: some AuthService) {
        unary(AuthServiceMethods.signUp) {
            try await service.signUp($0, context: $1)
        }
        unary(AuthServiceMethods.signIn) {
            try await service.signIn($0, context: $1)
        }
        unary(AuthServiceMethods.refresh) {
            try await service.refresh($0, context: $1)
        }
        unary(AuthServiceMethods.signOut) {
            try await service.signOut($0, context: $1)
        }
        unary(AuthServiceMethods.getSession) {
            try await service.getSession($0, context: $1)
        }
        unary(AuthServiceMethods.getSigningKeys) {
            try await service.getSigningKeys($0, context: $1)
        }
    }
}

/// Calls `AuthService`.
public struct AuthServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Makes an account with its display name and signs it in. The same idempotency key makes a
    /// retry the same sign-up: it never makes two accounts, and answers with a new session of the
    /// one.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS when the e-mail
    /// address or the display name is taken; ABORTED when a sign-up with the same key is still
    /// under way; FAILED_PRECONDITION when the key was used with another e-mail address or display
    /// name.
    public func signUp(
        _ request: SignUpRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignUpResponse {
        try await client.unary(AuthServiceMethods.signUp, request, options)
    }

    /// Opens a session.
    ///
    /// Errors: UNAUTHENTICATED (WRONG_CREDENTIALS) alike for an unknown address and a wrong
    /// password.
    public func signIn(
        _ request: SignInRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignInResponse {
        try await client.unary(AuthServiceMethods.signIn, request, options)
    }

    /// Exchanges a refresh token for a new pair of tokens. A reply that was lost is asked for again
    /// with the same refresh token, as long as its successor has not been used. A refresh token
    /// that comes back after its successor was used was stolen: the session ends.
    ///
    /// Errors: UNAUTHENTICATED with REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED or SESSION_ENDED.
    public func refresh(
        _ request: RefreshRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RefreshResponse {
        try await client.unary(AuthServiceMethods.refresh, request, options)
    }

    /// Ends the caller's session. Doing it again is no error.
    public func signOut(
        _ request: SignOutRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignOutResponse {
        try await client.unary(AuthServiceMethods.signOut, request, options)
    }

    /// Who the caller is, read from the account and not from the token.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the session was ended though its access token
    /// has not expired.
    public func getSession(
        _ request: GetSessionRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetSessionResponse {
        try await client.unary(AuthServiceMethods.getSession, request, options)
    }

    /// The public keys that access and service tokens are verified with. A verifier keeps them and
    /// asks again when it meets a key id that it does not know, at most once a second.
    public func getSigningKeys(
        _ request: GetSigningKeysRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetSigningKeysResponse {
        try await client.unary(AuthServiceMethods.getSigningKeys, request, options)
    }
}
