// swift-format-ignore-file
// Generated from rollcall/v1/auth.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Accounts, passwords and sessions, and the keys with which others verify tokens.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required), RESOURCE_EXHAUSTED (NO_SPACE: the disk of Auth is full, or at a sign-up that of
/// Profile; beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE
/// (OVERLOADED, with `retry_after_ms`; or without an `ErrorInfo` when another service does not
/// answer) and DEADLINE_EXCEEDED.
public protocol AuthService: Sendable {
    /// Makes an account, with a display name or without one, and signs it in. A retry with the same
    /// idempotency key is the same sign-up: it never makes a second account. If an earlier attempt
    /// has made the account, the answer is a new session of it. The session of an attempt whose
    /// answer was lost goes on until it expires, or is ended like any other.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS when the e-mail
    /// address or the display name is taken; ABORTED when a sign-up with the same key is still
    /// under way, or the account was changed meanwhile; FAILED_PRECONDITION
    /// (IDEMPOTENCY_KEY_REUSED) when the key was used with another e-mail address, display name or
    /// password, and when the account needs a second step by now: sign in; UNAUTHENTICATED
    /// (PASSWORD_RESET_REQUIRED) when an earlier attempt made the account and its password must now
    /// be replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many
    /// sign-ups from the caller's address.
    func signUp(_ request: SignUpRequest, context: CallContext) async throws -> SignUpResponse

    /// Opens a session, by a verified or the primary e-mail address or by the display name. An
    /// account has at most 100 sessions: one more ends the session that was unused longest. A
    /// session on an unknown device is announced by a mail to the account's primary address, if
    /// that is verified and not too many such mails were sent today.
    ///
    /// A deployment can ask for a second step after a correct password on an unknown device. The
    /// answer then has only `pending`, and ContinueSignIn opens the session.
    ///
    /// Errors: UNAUTHENTICATED (WRONG_CREDENTIALS) for a wrong password, a disabled account, and an
    /// unknown or missing address or name: the answer is the same. After too many wrong passwords
    /// from unknown devices, every password from such a device gets this answer, even the correct
    /// one. UNAUTHENTICATED (PASSWORD_RESET_REQUIRED) when the password is correct but must be
    /// replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many
    /// attempts from the caller's address or from a known device, and when the password is correct
    /// but too many sessions were opened, or codes for a second step mailed, recently;
    /// INVALID_ARGUMENT when both an address and a name are given, and with one violation for each
    /// field about the device that is too long; UNAVAILABLE when a name is given and Profile does
    /// not answer.
    func signIn(_ request: SignInRequest, context: CallContext) async throws -> SignInResponse

    /// Makes an account without an address and without a password, and signs it in: for an app
    /// whose users begin before they say who they are. Such an account can be signed in to on no
    /// other device. UpgradeAccount, IdentityService.LinkIdentity or a passkey gives it a way in;
    /// it keeps its id, profile, photo and sessions. An account that nobody has used for the time
    /// that the deployment is configured for is deleted.
    ///
    /// Errors: those of SignUp for what it has in common with it; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) in a deployment without such accounts.
    func signUpAnonymously(
        _ request: SignUpAnonymouslyRequest,
        context: CallContext
    ) async throws -> SignUpAnonymouslyResponse

    /// Gives the caller's account, which has no way to sign in, an e-mail address and a password. A
    /// mail for verifying the address is sent. Nothing else of the account changes, and no other
    /// account is ever merged with it.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS (EMAIL_TAKEN);
    /// FAILED_PRECONDITION (HAS_CREDENTIAL) for an account that has a way to sign in.
    func upgradeAccount(
        _ request: UpgradeAccountRequest,
        context: CallContext
    ) async throws -> UpgradeAccountResponse

    /// Sends a code for signing in to an e-mail address, if an account has verified it. The answer
    /// is the same if none has.
    ///
    /// Errors: INVALID_ARGUMENT for an invalid e-mail address or language tag; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) in a deployment that mails no codes; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many requests from the caller's address
    /// or on a known device.
    func sendSignInCode(
        _ request: SendSignInCodeRequest,
        context: CallContext
    ) async throws -> SendSignInCodeResponse

    /// Opens a session by a code that SendSignInCode has mailed.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG), also for a code that was used or has become invalid,
    /// and if no account has the address; NOT_FOUND (CODE_EXPIRED) after five attempts or when the
    /// time is over; FAILED_PRECONDITION (SIGN_IN_WAY_OFF); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many attempts from the caller's address.
    func signInWithCode(
        _ request: SignInWithCodeRequest,
        context: CallContext
    ) async throws -> SignInWithCodeResponse

    /// Opens the session of a sign-in that was answered with `pending`, by a further proof, with
    /// what the sign-in said of the device. The answer may have another `pending`, for another
    /// proof. At most five mailed codes are accepted; codes of an authenticator app are limited for
    /// the account and its devices. To have another mail sent, sign in again.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG, FACTOR_WRONG, PASSKEY_INVALID; FIELD_MISSING for
    /// `step`); UNAUTHENTICATED (WRONG_CREDENTIALS) for a wrong password; NOT_FOUND (CODE_EXPIRED)
    /// for a token that was used, is too old or was never given, after five codes, and when the
    /// account was changed or disabled meanwhile: sign in again; UNAUTHENTICATED
    /// (PASSWORD_RESET_REQUIRED) when the password must be replaced; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many attempts from the caller's address.
    func continueSignIn(
        _ request: ContinueSignInRequest,
        context: CallContext
    ) async throws -> ContinueSignInResponse

    /// Exchanges a refresh token for a new pair of tokens. If the answer was lost, call again with
    /// the same refresh token, as long as its successor has not been used. Within 60 seconds the
    /// answer has the same refresh token again. Later it has another one, which replaces the first.
    /// A refresh token that comes back after its successor was used, or after it was replaced, must
    /// have been stolen: the session ends.
    ///
    /// Errors: UNAUTHENTICATED with REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED or SESSION_ENDED.
    /// Every other error leaves the token as it was: call again later.
    func refresh(_ request: RefreshRequest, context: CallContext) async throws -> RefreshResponse

    /// Ends the caller's session. A session that has already ended is no error.
    func signOut(_ request: SignOutRequest, context: CallContext) async throws -> SignOutResponse

    /// Returns the caller's session, read from the account and not from the token.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the session has ended although its access token
    /// has not expired.
    func getSession(
        _ request: GetSessionRequest,
        context: CallContext
    ) async throws -> GetSessionResponse

    /// Lists the caller's sessions that have not ended, the last used first: at most 100.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    func listSessions(
        _ request: ListSessionsRequest,
        context: CallContext
    ) async throws -> ListSessionsResponse

    /// Ends one of the caller's sessions, such as that of a lost device. A session that has already
    /// ended is no error. Services that follow the revocations refuse its access token within a
    /// second. Others accept it until it expires.
    ///
    /// Errors: NOT_FOUND (SESSION_NOT_FOUND) for a session that is not the caller's;
    /// UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    func revokeSession(
        _ request: RevokeSessionRequest,
        context: CallContext
    ) async throws -> RevokeSessionResponse

    /// Ends all of the caller's sessions except this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest,
        context: CallContext
    ) async throws -> RevokeOtherSessionsResponse

    /// Ends all of the caller's sessions, including this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended, for example
    /// by an earlier attempt of this call.
    func revokeAllSessions(
        _ request: RevokeAllSessionsRequest,
        context: CallContext
    ) async throws -> RevokeAllSessionsResponse

    /// Sends the caller's session now, and whenever it or its account changes, until it ends. So an
    /// app learns immediately that it was signed out elsewhere. The last message of an ended
    /// session says why it ended. The stream ends with UNAUTHENTICATED when the access token that
    /// it was opened with expires. It ends with UNAVAILABLE when the service is about to stop:
    /// watch again.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) for more than 16 watches of one session.
    func watchSession(
        _ request: WatchSessionRequest,
        responses: ResponseWriter<WatchSessionResponse>,
        context: CallContext
    ) async throws

    /// Returns the public keys for verifying access and service tokens. A verifier keeps them, and
    /// asks again when it meets an unknown key id, at most once a second.
    func getSigningKeys(
        _ request: GetSigningKeysRequest,
        context: CallContext
    ) async throws -> GetSigningKeysResponse

    /// Exchanges a service's credential for a service token that is valid for some minutes. The
    /// credential can be exchanged any number of times.
    ///
    /// Errors: UNAUTHENTICATED (SERVICE_CREDENTIAL_INVALID).
    func getServiceToken(
        _ request: GetServiceTokenRequest,
        context: CallContext
    ) async throws -> GetServiceTokenResponse

    /// Gives a service token, valid for some minutes, to a caller that Auth identifies by its
    /// connection: a process of Auth's group at the unix socket, or a caller with a client
    /// certificate. By this token the other services identify the caller, too. A process that is
    /// identified only by its group is called `local` in it.
    ///
    /// Errors: PERMISSION_DENIED (NOT_ALLOWED) for a caller that shows a token. A token is given
    /// only for a credential or a connection, never for another token.
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
            access: .anyone,
            limit: CallLimit("sign-up.address"),
            maximumRequestSize: 8192,
            isRepeatable: true
        )

    public static let signIn =
        Method<SignInRequest, SignInResponse>(
            service: "rollcall.v1.AuthService",
            name: "SignIn",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("sign-in.account"),
            maximumRequestSize: 8192
        )

    public static let signUpAnonymously =
        Method<SignUpAnonymouslyRequest, SignUpAnonymouslyResponse>(
            service: "rollcall.v1.AuthService",
            name: "SignUpAnonymously",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("sign-up.address"),
            isRepeatable: true
        )

    public static let upgradeAccount =
        Method<UpgradeAccountRequest, UpgradeAccountResponse>(
            service: "rollcall.v1.AuthService",
            name: "UpgradeAccount",
            kind: .unary,
            access: .owner,
            limit: CallLimit("sign-up.address"),
            maximumRequestSize: 8192
        )

    public static let sendSignInCode =
        Method<SendSignInCodeRequest, SendSignInCodeResponse>(
            service: "rollcall.v1.AuthService",
            name: "SendSignInCode",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("mail.address")
        )

    public static let signInWithCode =
        Method<SignInWithCodeRequest, SignInWithCodeResponse>(
            service: "rollcall.v1.AuthService",
            name: "SignInWithCode",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("address")
        )

    public static let continueSignIn =
        Method<ContinueSignInRequest, ContinueSignInResponse>(
            service: "rollcall.v1.AuthService",
            name: "ContinueSignIn",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("address"),
            maximumRequestSize: 16384
        )

    public static let refresh =
        Method<RefreshRequest, RefreshResponse>(
            service: "rollcall.v1.AuthService",
            name: "Refresh",
            kind: .unary,
            access: .anyone,
            priority: .critical,
            limit: CallLimit("refresh.address", RateLimit(100, per: .seconds(1), burst: 2000)),
            isRepeatable: true
        )

    public static let signOut =
        Method<SignOutRequest, SignOutResponse>(
            service: "rollcall.v1.AuthService",
            name: "SignOut",
            kind: .unary,
            access: .owner,
            priority: .critical,
            limit: CallLimit("session-end.account", RateLimit(120, per: .seconds(60), burst: 120)),
            isRepeatable: true
        )

    public static let getSession =
        Method<GetSessionRequest, GetSessionResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetSession",
            kind: .unary,
            access: .owner,
            priority: .critical,
            isRepeatable: true
        )

    public static let listSessions =
        Method<ListSessionsRequest, ListSessionsResponse>(
            service: "rollcall.v1.AuthService",
            name: "ListSessions",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )

    public static let revokeSession =
        Method<RevokeSessionRequest, RevokeSessionResponse>(
            service: "rollcall.v1.AuthService",
            name: "RevokeSession",
            kind: .unary,
            access: .owner,
            priority: .critical,
            limit: CallLimit("session-end.account", RateLimit(120, per: .seconds(60), burst: 120)),
            isRepeatable: true
        )

    public static let revokeOtherSessions =
        Method<RevokeOtherSessionsRequest, RevokeOtherSessionsResponse>(
            service: "rollcall.v1.AuthService",
            name: "RevokeOtherSessions",
            kind: .unary,
            access: .owner,
            priority: .critical,
            limit: CallLimit("session-end.account", RateLimit(120, per: .seconds(60), burst: 120)),
            isRepeatable: true
        )

    public static let revokeAllSessions =
        Method<RevokeAllSessionsRequest, RevokeAllSessionsResponse>(
            service: "rollcall.v1.AuthService",
            name: "RevokeAllSessions",
            kind: .unary,
            access: .owner,
            priority: .critical,
            limit: CallLimit("session-end.account", RateLimit(120, per: .seconds(60), burst: 120)),
            isRepeatable: true
        )

    public static let watchSession =
        Method<WatchSessionRequest, WatchSessionResponse>(
            service: "rollcall.v1.AuthService",
            name: "WatchSession",
            kind: .serverStreaming,
            access: .owner,
            isRepeatable: true
        )

    public static let getSigningKeys =
        Method<GetSigningKeysRequest, GetSigningKeysResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetSigningKeys",
            kind: .unary,
            access: .anyone,
            priority: .critical,
            isRepeatable: true
        )

    public static let getServiceToken =
        Method<GetServiceTokenRequest, GetServiceTokenResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetServiceToken",
            kind: .unary,
            access: .anyone,
            priority: .critical,
            isRepeatable: true
        )

    public static let getOwnServiceToken =
        Method<GetOwnServiceTokenRequest, GetOwnServiceTokenResponse>(
            service: "rollcall.v1.AuthService",
            name: "GetOwnServiceToken",
            kind: .unary,
            access: .service,
            priority: .critical,
            isRepeatable: true
        )

    /// The limits of which the server counts the calls.
    public static let limits: [CallLimit] = [
        refresh.limit,
        signOut.limit,
        revokeSession.limit,
        revokeOtherSessions.limit,
        revokeAllSessions.limit
    ].compactMap(\.self)
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
        unary(AuthServiceMethods.signUpAnonymously) {
            try await service.signUpAnonymously($0, context: $1)
        }
        unary(AuthServiceMethods.upgradeAccount) {
            try await service.upgradeAccount($0, context: $1)
        }
        unary(AuthServiceMethods.sendSignInCode) {
            try await service.sendSignInCode($0, context: $1)
        }
        unary(AuthServiceMethods.signInWithCode) {
            try await service.signInWithCode($0, context: $1)
        }
        unary(AuthServiceMethods.continueSignIn) {
            try await service.continueSignIn($0, context: $1)
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
}

/// Calls `AuthService`.
public struct AuthServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Makes an account, with a display name or without one, and signs it in. A retry with the same
    /// idempotency key is the same sign-up: it never makes a second account. If an earlier attempt
    /// has made the account, the answer is a new session of it. The session of an attempt whose
    /// answer was lost goes on until it expires, or is ended like any other.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS when the e-mail
    /// address or the display name is taken; ABORTED when a sign-up with the same key is still
    /// under way, or the account was changed meanwhile; FAILED_PRECONDITION
    /// (IDEMPOTENCY_KEY_REUSED) when the key was used with another e-mail address, display name or
    /// password, and when the account needs a second step by now: sign in; UNAUTHENTICATED
    /// (PASSWORD_RESET_REQUIRED) when an earlier attempt made the account and its password must now
    /// be replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many
    /// sign-ups from the caller's address.
    public func signUp(
        _ request: SignUpRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignUpResponse {
        try await client.unary(AuthServiceMethods.signUp, request, options)
    }

    /// Opens a session, by a verified or the primary e-mail address or by the display name. An
    /// account has at most 100 sessions: one more ends the session that was unused longest. A
    /// session on an unknown device is announced by a mail to the account's primary address, if
    /// that is verified and not too many such mails were sent today.
    ///
    /// A deployment can ask for a second step after a correct password on an unknown device. The
    /// answer then has only `pending`, and ContinueSignIn opens the session.
    ///
    /// Errors: UNAUTHENTICATED (WRONG_CREDENTIALS) for a wrong password, a disabled account, and an
    /// unknown or missing address or name: the answer is the same. After too many wrong passwords
    /// from unknown devices, every password from such a device gets this answer, even the correct
    /// one. UNAUTHENTICATED (PASSWORD_RESET_REQUIRED) when the password is correct but must be
    /// replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many
    /// attempts from the caller's address or from a known device, and when the password is correct
    /// but too many sessions were opened, or codes for a second step mailed, recently;
    /// INVALID_ARGUMENT when both an address and a name are given, and with one violation for each
    /// field about the device that is too long; UNAVAILABLE when a name is given and Profile does
    /// not answer.
    public func signIn(
        _ request: SignInRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignInResponse {
        try await client.unary(AuthServiceMethods.signIn, request, options)
    }

    /// Makes an account without an address and without a password, and signs it in: for an app
    /// whose users begin before they say who they are. Such an account can be signed in to on no
    /// other device. UpgradeAccount, IdentityService.LinkIdentity or a passkey gives it a way in;
    /// it keeps its id, profile, photo and sessions. An account that nobody has used for the time
    /// that the deployment is configured for is deleted.
    ///
    /// Errors: those of SignUp for what it has in common with it; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) in a deployment without such accounts.
    public func signUpAnonymously(
        _ request: SignUpAnonymouslyRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignUpAnonymouslyResponse {
        try await client.unary(AuthServiceMethods.signUpAnonymously, request, options)
    }

    /// Gives the caller's account, which has no way to sign in, an e-mail address and a password. A
    /// mail for verifying the address is sent. Nothing else of the account changes, and no other
    /// account is ever merged with it.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS (EMAIL_TAKEN);
    /// FAILED_PRECONDITION (HAS_CREDENTIAL) for an account that has a way to sign in.
    public func upgradeAccount(
        _ request: UpgradeAccountRequest,
        options: CallOptions = CallOptions()
    ) async throws -> UpgradeAccountResponse {
        try await client.unary(AuthServiceMethods.upgradeAccount, request, options)
    }

    /// Sends a code for signing in to an e-mail address, if an account has verified it. The answer
    /// is the same if none has.
    ///
    /// Errors: INVALID_ARGUMENT for an invalid e-mail address or language tag; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) in a deployment that mails no codes; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many requests from the caller's address
    /// or on a known device.
    public func sendSignInCode(
        _ request: SendSignInCodeRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SendSignInCodeResponse {
        try await client.unary(AuthServiceMethods.sendSignInCode, request, options)
    }

    /// Opens a session by a code that SendSignInCode has mailed.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG), also for a code that was used or has become invalid,
    /// and if no account has the address; NOT_FOUND (CODE_EXPIRED) after five attempts or when the
    /// time is over; FAILED_PRECONDITION (SIGN_IN_WAY_OFF); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many attempts from the caller's address.
    public func signInWithCode(
        _ request: SignInWithCodeRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignInWithCodeResponse {
        try await client.unary(AuthServiceMethods.signInWithCode, request, options)
    }

    /// Opens the session of a sign-in that was answered with `pending`, by a further proof, with
    /// what the sign-in said of the device. The answer may have another `pending`, for another
    /// proof. At most five mailed codes are accepted; codes of an authenticator app are limited for
    /// the account and its devices. To have another mail sent, sign in again.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG, FACTOR_WRONG, PASSKEY_INVALID; FIELD_MISSING for
    /// `step`); UNAUTHENTICATED (WRONG_CREDENTIALS) for a wrong password; NOT_FOUND (CODE_EXPIRED)
    /// for a token that was used, is too old or was never given, after five codes, and when the
    /// account was changed or disabled meanwhile: sign in again; UNAUTHENTICATED
    /// (PASSWORD_RESET_REQUIRED) when the password must be replaced; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many attempts from the caller's address.
    public func continueSignIn(
        _ request: ContinueSignInRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ContinueSignInResponse {
        try await client.unary(AuthServiceMethods.continueSignIn, request, options)
    }

    /// Exchanges a refresh token for a new pair of tokens. If the answer was lost, call again with
    /// the same refresh token, as long as its successor has not been used. Within 60 seconds the
    /// answer has the same refresh token again. Later it has another one, which replaces the first.
    /// A refresh token that comes back after its successor was used, or after it was replaced, must
    /// have been stolen: the session ends.
    ///
    /// Errors: UNAUTHENTICATED with REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED or SESSION_ENDED.
    /// Every other error leaves the token as it was: call again later.
    public func refresh(
        _ request: RefreshRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RefreshResponse {
        try await client.unary(AuthServiceMethods.refresh, request, options)
    }

    /// Ends the caller's session. A session that has already ended is no error.
    public func signOut(
        _ request: SignOutRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignOutResponse {
        try await client.unary(AuthServiceMethods.signOut, request, options)
    }

    /// Returns the caller's session, read from the account and not from the token.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the session has ended although its access token
    /// has not expired.
    public func getSession(
        _ request: GetSessionRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetSessionResponse {
        try await client.unary(AuthServiceMethods.getSession, request, options)
    }

    /// Lists the caller's sessions that have not ended, the last used first: at most 100.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    public func listSessions(
        _ request: ListSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListSessionsResponse {
        try await client.unary(AuthServiceMethods.listSessions, request, options)
    }

    /// Ends one of the caller's sessions, such as that of a lost device. A session that has already
    /// ended is no error. Services that follow the revocations refuse its access token within a
    /// second. Others accept it until it expires.
    ///
    /// Errors: NOT_FOUND (SESSION_NOT_FOUND) for a session that is not the caller's;
    /// UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    public func revokeSession(
        _ request: RevokeSessionRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RevokeSessionResponse {
        try await client.unary(AuthServiceMethods.revokeSession, request, options)
    }

    /// Ends all of the caller's sessions except this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    public func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RevokeOtherSessionsResponse {
        try await client.unary(AuthServiceMethods.revokeOtherSessions, request, options)
    }

    /// Ends all of the caller's sessions, including this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended, for example
    /// by an earlier attempt of this call.
    public func revokeAllSessions(
        _ request: RevokeAllSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RevokeAllSessionsResponse {
        try await client.unary(AuthServiceMethods.revokeAllSessions, request, options)
    }

    /// Sends the caller's session now, and whenever it or its account changes, until it ends. So an
    /// app learns immediately that it was signed out elsewhere. The last message of an ended
    /// session says why it ended. The stream ends with UNAUTHENTICATED when the access token that
    /// it was opened with expires. It ends with UNAVAILABLE when the service is about to stop:
    /// watch again.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) for more than 16 watches of one session.
    public func watchSession(
        _ request: WatchSessionRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchSessionResponse> {
        try await client.serverStreaming(AuthServiceMethods.watchSession, request, options)
    }

    /// Returns the public keys for verifying access and service tokens. A verifier keeps them, and
    /// asks again when it meets an unknown key id, at most once a second.
    public func getSigningKeys(
        _ request: GetSigningKeysRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetSigningKeysResponse {
        try await client.unary(AuthServiceMethods.getSigningKeys, request, options)
    }

    /// Exchanges a service's credential for a service token that is valid for some minutes. The
    /// credential can be exchanged any number of times.
    ///
    /// Errors: UNAUTHENTICATED (SERVICE_CREDENTIAL_INVALID).
    public func getServiceToken(
        _ request: GetServiceTokenRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetServiceTokenResponse {
        try await client.unary(AuthServiceMethods.getServiceToken, request, options)
    }

    /// Gives a service token, valid for some minutes, to a caller that Auth identifies by its
    /// connection: a process of Auth's group at the unix socket, or a caller with a client
    /// certificate. By this token the other services identify the caller, too. A process that is
    /// identified only by its group is called `local` in it.
    ///
    /// Errors: PERMISSION_DENIED (NOT_ALLOWED) for a caller that shows a token. A token is given
    /// only for a credential or a connection, never for another token.
    public func getOwnServiceToken(
        _ request: GetOwnServiceTokenRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetOwnServiceTokenResponse {
        try await client.unary(AuthServiceMethods.getOwnServiceToken, request, options)
    }
}
