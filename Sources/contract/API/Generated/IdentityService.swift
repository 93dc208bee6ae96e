// swift-format-ignore-file
// Generated from rollcall/v1/identity.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Signing in with an account elsewhere: at Google, at Apple, or at any provider of OpenID Connect
/// (OpenID Connect Core 1.0) that the deployment is configured for.
///
/// An identity is the provider and the subject (`iss` and `sub` of its tokens), never an e-mail
/// address: another address at the provider changes nothing here. An attempt begins with
/// StartIdentity and ends with one accepted call of SignInWithIdentity or LinkIdentity.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required, or SESSION_ENDED), RESOURCE_EXHAUSTED (NO_SPACE; beyond the RPC's `rate`
/// TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE (OVERLOADED, with `retry_after_ms`) and
/// DEADLINE_EXCEEDED.
public protocol IdentityService: Sendable {
    /// Returns the ways to sign in that the deployment offers, so that an app or a page shows no
    /// other.
    func getSignInOptions(
        _ request: GetSignInOptionsRequest,
        context: CallContext
    ) async throws -> GetSignInOptionsResponse

    /// Begins an attempt. Nothing is stored: what is needed to end it is in the answer.
    ///
    /// Errors: NOT_FOUND (PROVIDER_NOT_FOUND); UNAVAILABLE (PROVIDER_UNAVAILABLE) when a URL was
    /// asked for and the provider's configuration cannot be read; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) when the provider does not have what the way needs.
    func startIdentity(
        _ request: StartIdentityRequest,
        context: CallContext
    ) async throws -> StartIdentityResponse

    /// Opens a session of the account with an identity, or makes an account for it.
    ///
    /// An identity that no account has is never linked in silence. If an account here has verified
    /// the identity's e-mail address, the answer is only `pending`, with `links_provider`:
    /// ContinueSignIn with a proof links the identity to that account. An account here that has
    /// never verified the address loses it to its verified owner: its sessions end and its password
    /// goes.
    ///
    /// Errors: NOT_FOUND with PROVIDER_NOT_FOUND, or with ATTEMPT_EXPIRED for an attempt that was
    /// used, is too old, or was never begun: start again; UNAUTHENTICATED (IDENTITY_TOKEN_INVALID;
    /// the message names the claim that is wrong) for a token or a code that does not prove the
    /// identity, and (WRONG_CREDENTIALS) for a disabled account; UNAVAILABLE
    /// (PROVIDER_UNAVAILABLE); INVALID_ARGUMENT and ALREADY_EXISTS for the display name of a new
    /// account, as in SignUp: call again with the same proof; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS) also for too many sign-ups.
    func signInWithIdentity(
        _ request: SignInWithIdentityRequest,
        context: CallContext
    ) async throws -> SignInWithIdentityResponse

    /// Links an identity to the caller's account. An account without any way to sign in needs no
    /// proof.
    ///
    /// Errors: those of `Reauthentication`, and of SignInWithIdentity for attempt, token and
    /// provider, but INVALID_ARGUMENT (IDENTITY_TOKEN_INVALID); ALREADY_EXISTS (IDENTITY_TAKEN)
    /// when another account has the identity; RESOURCE_EXHAUSTED (TOO_MANY) for an account with 10
    /// identities.
    func linkIdentity(
        _ request: LinkIdentityRequest,
        context: CallContext
    ) async throws -> LinkIdentityResponse

    /// Lists the identities that the caller's account has: at most 10, the oldest first.
    func listIdentities(
        _ request: ListIdentitiesRequest,
        context: CallContext
    ) async throws -> ListIdentitiesResponse

    /// Takes an identity from the caller's account. Apple is asked to revoke its token.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (IDENTITY_NOT_FOUND); FAILED_PRECONDITION
    /// (LAST_CREDENTIAL) when nobody could sign in to the account without it; UNAVAILABLE when this
    /// depends on the display name and Profile does not answer.
    func unlinkIdentity(
        _ request: UnlinkIdentityRequest,
        context: CallContext
    ) async throws -> UnlinkIdentityResponse
}

/// The RPCs of `IdentityService`.
public enum IdentityServiceMethods {
    public static let getSignInOptions =
        Method<GetSignInOptionsRequest, GetSignInOptionsResponse>(
            service: "rollcall.v1.IdentityService",
            name: "GetSignInOptions",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )

    public static let startIdentity =
        Method<StartIdentityRequest, StartIdentityResponse>(
            service: "rollcall.v1.IdentityService",
            name: "StartIdentity",
            kind: .unary,
            access: .anyone,
            isRepeatable: true
        )

    public static let signInWithIdentity =
        Method<SignInWithIdentityRequest, SignInWithIdentityResponse>(
            service: "rollcall.v1.IdentityService",
            name: "SignInWithIdentity",
            kind: .unary,
            access: .anyone,
            limit: CallLimit("address"),
            maximumRequestSize: 32768
        )

    public static let linkIdentity =
        Method<LinkIdentityRequest, LinkIdentityResponse>(
            service: "rollcall.v1.IdentityService",
            name: "LinkIdentity",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            maximumRequestSize: 32768,
            acceptsFreshSession: true
        )

    public static let listIdentities =
        Method<ListIdentitiesRequest, ListIdentitiesResponse>(
            service: "rollcall.v1.IdentityService",
            name: "ListIdentities",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )

    public static let unlinkIdentity =
        Method<UnlinkIdentityRequest, UnlinkIdentityResponse>(
            service: "rollcall.v1.IdentityService",
            name: "UnlinkIdentity",
            kind: .unary,
            access: .owner,
            limit: CallLimit("confirm.account"),
            acceptsFreshSession: true,
            asksForFactor: true
        )
}

extension Router {
    /// Serves the RPCs of `IdentityService`.
    public mutating func add(_ service: some IdentityService) {
        unary(IdentityServiceMethods.getSignInOptions) {
            try await service.getSignInOptions($0, context: $1)
        }
        unary(IdentityServiceMethods.startIdentity) {
            try await service.startIdentity($0, context: $1)
        }
        unary(IdentityServiceMethods.signInWithIdentity) {
            try await service.signInWithIdentity($0, context: $1)
        }
        unary(IdentityServiceMethods.linkIdentity) {
            try await service.linkIdentity($0, context: $1)
        }
        unary(IdentityServiceMethods.listIdentities) {
            try await service.listIdentities($0, context: $1)
        }
        unary(IdentityServiceMethods.unlinkIdentity) {
            try await service.unlinkIdentity($0, context: $1)
        }
    }
}

/// Calls `IdentityService`.
public struct IdentityServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Returns the ways to sign in that the deployment offers, so that an app or a page shows no
    /// other.
    public func getSignInOptions(
        _ request: GetSignInOptionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetSignInOptionsResponse {
        try await client.unary(IdentityServiceMethods.getSignInOptions, request, options)
    }

    /// Begins an attempt. Nothing is stored: what is needed to end it is in the answer.
    ///
    /// Errors: NOT_FOUND (PROVIDER_NOT_FOUND); UNAVAILABLE (PROVIDER_UNAVAILABLE) when a URL was
    /// asked for and the provider's configuration cannot be read; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) when the provider does not have what the way needs.
    public func startIdentity(
        _ request: StartIdentityRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartIdentityResponse {
        try await client.unary(IdentityServiceMethods.startIdentity, request, options)
    }

    /// Opens a session of the account with an identity, or makes an account for it.
    ///
    /// An identity that no account has is never linked in silence. If an account here has verified
    /// the identity's e-mail address, the answer is only `pending`, with `links_provider`:
    /// ContinueSignIn with a proof links the identity to that account. An account here that has
    /// never verified the address loses it to its verified owner: its sessions end and its password
    /// goes.
    ///
    /// Errors: NOT_FOUND with PROVIDER_NOT_FOUND, or with ATTEMPT_EXPIRED for an attempt that was
    /// used, is too old, or was never begun: start again; UNAUTHENTICATED (IDENTITY_TOKEN_INVALID;
    /// the message names the claim that is wrong) for a token or a code that does not prove the
    /// identity, and (WRONG_CREDENTIALS) for a disabled account; UNAVAILABLE
    /// (PROVIDER_UNAVAILABLE); INVALID_ARGUMENT and ALREADY_EXISTS for the display name of a new
    /// account, as in SignUp: call again with the same proof; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS) also for too many sign-ups.
    public func signInWithIdentity(
        _ request: SignInWithIdentityRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SignInWithIdentityResponse {
        try await client.unary(IdentityServiceMethods.signInWithIdentity, request, options)
    }

    /// Links an identity to the caller's account. An account without any way to sign in needs no
    /// proof.
    ///
    /// Errors: those of `Reauthentication`, and of SignInWithIdentity for attempt, token and
    /// provider, but INVALID_ARGUMENT (IDENTITY_TOKEN_INVALID); ALREADY_EXISTS (IDENTITY_TAKEN)
    /// when another account has the identity; RESOURCE_EXHAUSTED (TOO_MANY) for an account with 10
    /// identities.
    public func linkIdentity(
        _ request: LinkIdentityRequest,
        options: CallOptions = CallOptions()
    ) async throws -> LinkIdentityResponse {
        try await client.unary(IdentityServiceMethods.linkIdentity, request, options)
    }

    /// Lists the identities that the caller's account has: at most 10, the oldest first.
    public func listIdentities(
        _ request: ListIdentitiesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListIdentitiesResponse {
        try await client.unary(IdentityServiceMethods.listIdentities, request, options)
    }

    /// Takes an identity from the caller's account. Apple is asked to revoke its token.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (IDENTITY_NOT_FOUND); FAILED_PRECONDITION
    /// (LAST_CREDENTIAL) when nobody could sign in to the account without it; UNAVAILABLE when this
    /// depends on the display name and Profile does not answer.
    public func unlinkIdentity(
        _ request: UnlinkIdentityRequest,
        options: CallOptions = CallOptions()
    ) async throws -> UnlinkIdentityResponse {
        try await client.unary(IdentityServiceMethods.unlinkIdentity, request, options)
    }
}
