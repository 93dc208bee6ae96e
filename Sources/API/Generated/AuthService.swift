// swift-format-ignore-file
// Generated from rollcall/v1/auth.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Who you are: accounts, passwords, sessions, and the keys with which others verify tokens.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// needed), RESOURCE_EXHAUSTED (NO_SPACE: the disk of Auth, or at a sign-up that of Profile, is
/// full), UNAVAILABLE (OVERLOADED, `retry_after_ms` says when to try again; or without an
/// `ErrorInfo` when another service does not answer) and DEADLINE_EXCEEDED.
public protocol AuthService: Sendable {
    /// Makes an account, with a display name or without one, and signs it in. A retry with the same
    /// idempotency key is the same sign-up: it never makes a second account, and answers with a new
    /// session of the first.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS when the e-mail
    /// address or the display name is taken; ABORTED when a sign-up with the same key is still
    /// under way, or the account was changed meanwhile; FAILED_PRECONDITION
    /// (IDEMPOTENCY_KEY_REUSED) when the key was used with another e-mail address, display name or
    /// password; UNAUTHENTICATED (PASSWORD_RESET_REQUIRED) when an earlier try made the account,
    /// whose password has to be replaced by now; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) when too many came from the caller's address.
    func signUp(_ request: SignUpRequest, context: CallContext) async throws -> SignUpResponse

    /// Opens a session, by e-mail address or by display name. An account has at most 100: one more
    /// ends the one that was unused longest. A session on a device that the account does not know
    /// is announced by a mail to the account's address, if somebody has proved to read what is sent
    /// there (`email_verified`), and not too many such mails were sent today.
    ///
    /// Errors: UNAUTHENTICATED (WRONG_CREDENTIALS) alike for an unknown address or name, for
    /// neither of them, a wrong password and a disabled account. The same is answered to every
    /// password, the correct one too, from a device that the account does not know, while too many
    /// wrong ones have come from such devices. UNAUTHENTICATED (PASSWORD_RESET_REQUIRED) when the
    /// password is correct but must be replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) when too many attempts came from the caller's address, or from a device
    /// that the account knows, and when the password is correct but too many sessions were opened
    /// of late; INVALID_ARGUMENT when both an address and a name are given, and with one violation
    /// for each field about the device that is too long; UNAVAILABLE when a name is given and
    /// Profile does not answer.
    func signIn(_ request: SignInRequest, context: CallContext) async throws -> SignInResponse

    /// Exchanges a refresh token for a new pair of tokens. A reply that was lost is asked for again
    /// with the same refresh token, as long as its successor has not been used: within 60 seconds
    /// the refresh token in the answer is the same once more, later it is another, in place of the
    /// first. A refresh token that comes back after its successor was used, or after another took
    /// its place, is in two hands, so it was stolen: the session ends.
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

    /// The caller's sessions that have not ended, the one used last first: at most 100.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended.
    func listSessions(
        _ request: ListSessionsRequest,
        context: CallContext
    ) async throws -> ListSessionsResponse

    /// Ends one of the caller's sessions, such as that of a device that was lost. One that has
    /// ended is no error. Services that follow the revocations refuse its access token within a
    /// second, others accept it until it expires.
    ///
    /// Errors: NOT_FOUND (SESSION_NOT_FOUND) for a session that is not the caller's;
    /// UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended.
    func revokeSession(
        _ request: RevokeSessionRequest,
        context: CallContext
    ) async throws -> RevokeSessionResponse

    /// Ends all of the caller's sessions but this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended.
    func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest,
        context: CallContext
    ) async throws -> RevokeOtherSessionsResponse

    /// Ends all of the caller's sessions, this one too.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended, such as by an
    /// earlier try of this call.
    func revokeAllSessions(
        _ request: RevokeAllSessionsRequest,
        context: CallContext
    ) async throws -> RevokeAllSessionsResponse

    /// The caller's session now, then whenever it or its account changes, until it ends: so an app
    /// learns at once that it was signed out elsewhere. The last message of a session that has
    /// ended says why. The stream ends with UNAUTHENTICATED when the access token that it was
    /// opened with expires, and with UNAVAILABLE when the service is about to stop: watch again.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) for more than 16 watches of one session.
    func watchSession(
        _ request: WatchSessionRequest,
        responses: ResponseWriter<WatchSessionResponse>,
        context: CallContext
    ) async throws

    /// The public keys that access and service tokens are verified with. A verifier keeps them and
    /// asks again when it meets a key id that it does not know, at most once a second.
    func getSigningKeys(
        _ request: GetSigningKeysRequest,
        context: CallContext
    ) async throws -> GetSigningKeysResponse

    /// Exchanges a service's credential for a service token of some minutes. The credential can be
    /// exchanged again and again.
    ///
    /// Errors: UNAUTHENTICATED (SERVICE_CREDENTIAL_INVALID).
    func getServiceToken(
        _ request: GetServiceTokenRequest,
        context: CallContext
    ) async throws -> GetServiceTokenResponse

    /// A service token of some minutes for a caller that Auth knows as a service by its connection:
    /// a process of Auth's group at its unix socket, or one with a client certificate. With it, the
    /// caller is known by the other services, too. A process that is known by its group alone is
    /// called `local` in it.
    ///
    /// Errors: PERMISSION_DENIED (NOT_ALLOWED) for a caller that shows a token: a token is given
    /// for a credential or a connection, never for another token.
    func getOwnServiceToken(
        _ request: GetOwnServiceTokenRequest,
        context: CallContext
    ) async throws -> GetOwnServiceTokenResponse
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

    public static let listSessions =
        Method<ListSessionsRequest, ListSessionsResponse>(
            service: "rollcall.v1.AuthService",
            name: "ListSessions",
            kind: .unary,
            access: .owner
        )

    public static let revokeSession =
        Method<RevokeSessionRequest, RevokeSessionResponse>(
            service: "rollcall.v1.AuthService",
            name: "RevokeSession",
            kind: .unary,
            access: .owner,
            priority: .critical
        )

    public static let revokeOtherSessions =
        Method<RevokeOtherSessionsRequest, RevokeOtherSessionsResponse>(
            service: "rollcall.v1.AuthService",
            name: "RevokeOtherSessions",
            kind: .unary,
            access: .owner,
            priority: .critical
        )

    public static let revokeAllSessions =
        Method<RevokeAllSessionsRequest, RevokeAllSessionsResponse>(
            service: "rollcall.v1.AuthService",
            name: "RevokeAllSessions",
            kind: .unary,
            access: .owner,
            priority: .critical
        )

    public static let watchSession =
        Method<WatchSessionRequest, WatchSessionResponse>(
            service: "rollcall.v1.AuthService",
            name: "WatchSession",
            kind: .serverStreaming,
            access: .owner
        )

    public static let getSigningKeys =
        Method<GetSigningKeysRequest, GetSigningKeysResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetSigningKeys",
            kind: .unary,
            access: .anyone,
            priority: .critical
        )

    public static let getServiceToken =
        Method<GetServiceTokenRequest, GetServiceTokenResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetServiceToken",
            kind: .unary,
            access: .anyone,
            priority: .critical
        )

    public static let getOwnServiceToken =
        Method<GetOwnServiceTokenRequest, GetOwnServiceTokenResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetOwnServiceToken",
            kind: .unary,
            access: .service,
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
        unary(AuthServiceMethods.listSessions) {
            try await service.listSessions($0, context: $1)
        }
        unary(AuthServiceMethods.revokeSession) {
            try await service.revokeSession($0, context: $1)
        }
        unary(AuthServiceMethods.revokeOtherSessions) {
            try await service.revokeOtherSessions($0, context: $1)
        }
        unary(AuthServiceMethods.revokeAllSessions) {
            try await service.revokeAllSessions($0, context: $1)
        }
        serverStreaming(AuthServiceMethods.watchSession) {
            try await service.watchSession($0, responses: $1, context: $2)
        }
        unary(AuthServiceMethods.getSigningKeys) {
            try await service.getSigningKeys($0, context: $1)
        }
        unary(AuthServiceMethods.getServiceToken) {
            try await service.getServiceToken($0, context: $1)
        }
        unary(AuthServiceMethods.getOwnServiceToken) {
            try await service.getOwnServiceToken($0, context: $1)
        }
    }

    /// Serves the RPCs of `AuthService`, each by a function.
    public mutating func addAuthService(
        signUp: @escaping @Sendable (SignUpRequest, CallContext) async throws -> SignUpResponse,
        signIn: @escaping @Sendable (SignInRequest, CallContext) async throws -> SignInResponse,
        refresh: @escaping @Sendable (RefreshRequest, CallContext) async throws -> RefreshResponse,
        signOut: @escaping @Sendable (SignOutRequest, CallContext) async throws -> SignOutResponse,
        getSession: @escaping @Sendable (GetSessionRequest, CallContext) async throws -> GetSessionResponse,
        listSessions: @escaping @Sendable (ListSessionsRequest, CallContext) async throws -> ListSessionsResponse,
        revokeSession: @escaping @Sendable (RevokeSessionRequest, CallContext) async throws -> RevokeSessionResponse,
        revokeOtherSessions: @escaping @Sendable (RevokeOtherSessionsRequest, CallContext) async throws -> RevokeOtherSessionsResponse,
        revokeAllSessions: @escaping @Sendable (RevokeAllSessionsRequest, CallContext) async throws -> RevokeAllSessionsResponse,
        watchSession: @escaping @Sendable (WatchSessionRequest, ResponseWriter<WatchSessionResponse>, CallContext) async throws -> Void,
        getSigningKeys: @escaping @Sendable (GetSigningKeysRequest, CallContext) async throws -> GetSigningKeysResponse,
        getServiceToken: @escaping @Sendable (GetServiceTokenRequest, CallContext) async throws -> GetServiceTokenResponse,
        getOwnServiceToken: @escaping @Sendable (GetOwnServiceTokenRequest, CallContext) async throws -> GetOwnServiceTokenResponse
    ) {
        unary(AuthServiceMethods.signUp, signUp)
        unary(AuthServiceMethods.signIn, signIn)
        unary(AuthServiceMethods.refresh, refresh)
        unary(AuthServiceMethods.signOut, signOut)
        unary(AuthServiceMethods.getSession, getSession)
        unary(AuthServiceMethods.listSessions, listSessions)
        unary(AuthServiceMethods.revokeSession, revokeSession)
        unary(AuthServiceMethods.revokeOtherSessions, revokeOtherSessions)
        unary(AuthServiceMethods.revokeAllSessions, revokeAllSessions)
        serverStreaming(AuthServiceMethods.watchSession, watchSession)
        unary(AuthServiceMethods.getSigningKeys, getSigningKeys)
        unary(AuthServiceMethods.getServiceToken, getServiceToken)
        unary(AuthServiceMethods.getOwnServiceToken, getOwnServiceToken)
    }
}

/// Calls `AuthService`.
public struct AuthServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Makes an account, with a display name or without one, and signs it in. A retry with the same
    /// idempotency key is the same sign-up: it never makes a second account, and answers with a new
    /// session of the first.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS when the e-mail
    /// address or the display name is taken; ABORTED when a sign-up with the same key is still
    /// under way, or the account was changed meanwhile; FAILED_PRECONDITION
    /// (IDEMPOTENCY_KEY_REUSED) when the key was used with another e-mail address, display name or
    /// password; UNAUTHENTICATED (PASSWORD_RESET_REQUIRED) when an earlier try made the account,
    /// whose password has to be replaced by now; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) when too many came from the caller's address.
    public func signUp(
        _ request: SignUpRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignUpResponse {
        try await client.unary(AuthServiceMethods.signUp, request, options)
    }

    /// Opens a session, by e-mail address or by display name. An account has at most 100: one more
    /// ends the one that was unused longest. A session on a device that the account does not know
    /// is announced by a mail to the account's address, if somebody has proved to read what is sent
    /// there (`email_verified`), and not too many such mails were sent today.
    ///
    /// Errors: UNAUTHENTICATED (WRONG_CREDENTIALS) alike for an unknown address or name, for
    /// neither of them, a wrong password and a disabled account. The same is answered to every
    /// password, the correct one too, from a device that the account does not know, while too many
    /// wrong ones have come from such devices. UNAUTHENTICATED (PASSWORD_RESET_REQUIRED) when the
    /// password is correct but must be replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) when too many attempts came from the caller's address, or from a device
    /// that the account knows, and when the password is correct but too many sessions were opened
    /// of late; INVALID_ARGUMENT when both an address and a name are given, and with one violation
    /// for each field about the device that is too long; UNAVAILABLE when a name is given and
    /// Profile does not answer.
    public func signIn(
        _ request: SignInRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignInResponse {
        try await client.unary(AuthServiceMethods.signIn, request, options)
    }

    /// Exchanges a refresh token for a new pair of tokens. A reply that was lost is asked for again
    /// with the same refresh token, as long as its successor has not been used: within 60 seconds
    /// the refresh token in the answer is the same once more, later it is another, in place of the
    /// first. A refresh token that comes back after its successor was used, or after another took
    /// its place, is in two hands, so it was stolen: the session ends.
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

    /// The caller's sessions that have not ended, the one used last first: at most 100.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended.
    public func listSessions(
        _ request: ListSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListSessionsResponse {
        try await client.unary(AuthServiceMethods.listSessions, request, options)
    }

    /// Ends one of the caller's sessions, such as that of a device that was lost. One that has
    /// ended is no error. Services that follow the revocations refuse its access token within a
    /// second, others accept it until it expires.
    ///
    /// Errors: NOT_FOUND (SESSION_NOT_FOUND) for a session that is not the caller's;
    /// UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended.
    public func revokeSession(
        _ request: RevokeSessionRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RevokeSessionResponse {
        try await client.unary(AuthServiceMethods.revokeSession, request, options)
    }

    /// Ends all of the caller's sessions but this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended.
    public func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RevokeOtherSessionsResponse {
        try await client.unary(AuthServiceMethods.revokeOtherSessions, request, options)
    }

    /// Ends all of the caller's sessions, this one too.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own was ended, such as by an
    /// earlier try of this call.
    public func revokeAllSessions(
        _ request: RevokeAllSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RevokeAllSessionsResponse {
        try await client.unary(AuthServiceMethods.revokeAllSessions, request, options)
    }

    /// The caller's session now, then whenever it or its account changes, until it ends: so an app
    /// learns at once that it was signed out elsewhere. The last message of a session that has
    /// ended says why. The stream ends with UNAUTHENTICATED when the access token that it was
    /// opened with expires, and with UNAVAILABLE when the service is about to stop: watch again.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) for more than 16 watches of one session.
    public func watchSession(
        _ request: WatchSessionRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchSessionResponse> {
        try await client.serverStreaming(AuthServiceMethods.watchSession, request, options)
    }

    /// The public keys that access and service tokens are verified with. A verifier keeps them and
    /// asks again when it meets a key id that it does not know, at most once a second.
    public func getSigningKeys(
        _ request: GetSigningKeysRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetSigningKeysResponse {
        try await client.unary(AuthServiceMethods.getSigningKeys, request, options)
    }

    /// Exchanges a service's credential for a service token of some minutes. The credential can be
    /// exchanged again and again.
    ///
    /// Errors: UNAUTHENTICATED (SERVICE_CREDENTIAL_INVALID).
    public func getServiceToken(
        _ request: GetServiceTokenRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetServiceTokenResponse {
        try await client.unary(AuthServiceMethods.getServiceToken, request, options)
    }

    /// A service token of some minutes for a caller that Auth knows as a service by its connection:
    /// a process of Auth's group at its unix socket, or one with a client certificate. With it, the
    /// caller is known by the other services, too. A process that is known by its group alone is
    /// called `local` in it.
    ///
    /// Errors: PERMISSION_DENIED (NOT_ALLOWED) for a caller that shows a token: a token is given
    /// for a credential or a connection, never for another token.
    public func getOwnServiceToken(
        _ request: GetOwnServiceTokenRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetOwnServiceTokenResponse {
        try await client.unary(AuthServiceMethods.getOwnServiceToken, request, options)
    }
}
