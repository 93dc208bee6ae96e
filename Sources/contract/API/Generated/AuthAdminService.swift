// swift-format-ignore-file
// Generated from rollcall/v1/auth_admin.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What administrators do with accounts, services and limits. Administrators are accounts with that
/// role, and the operator: a process of root or of the service's own user that comes through the
/// unix socket without a token. No answer has a password, a token or a digest of one, except for
/// the credential of a new service.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is no administrator), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED) and DEADLINE_EXCEEDED. RPCs with a user fail with NOT_FOUND (USER_NOT_FOUND) when
/// the account does not exist, and with INVALID_ARGUMENT (FIELD_MISSING; FIELD_MALFORMED for an id
/// that is no UUIDv7). An RPC with a page token can fail with INVALID_ARGUMENT
/// (PAGE_TOKEN_INVALID): see "Lists" in PROTOCOL.md.
public protocol AuthAdminService: Sendable {
    /// Returns one account. It is found by any spelling of its e-mail address; `%` and `_` are no
    /// wildcards.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a key; UNAVAILABLE when a display name is
    /// given and Profile does not answer.
    func getUser(_ request: GetUserRequest, context: CallContext) async throws -> GetUserResponse

    /// Lists the accounts, the oldest first, in pages. An account that exists during the whole
    /// listing is listed once, even if other accounts are made and deleted meanwhile.
    func listUsers(
        _ request: ListUsersRequest,
        context: CallContext
    ) async throws -> ListUsersResponse

    /// Finds accounts by how they signed up, and disables or deletes all of them on request. Sends
    /// each account that was found, and after every 2,000 accounts and at the end how far the
    /// search has come. If the stream breaks off, call again. The administrators among the accounts
    /// are left as they are.
    ///
    /// An account is found when it meets all criteria that are given. The act ends with its
    /// caller's access token; the operator's goes on.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a criterion, (FIELD_MALFORMED) for a
    /// network that is none.
    func findUsers(
        _ request: FindUsersRequest,
        responses: ResponseWriter<FindUsersResponse>,
        context: CallContext
    ) async throws

    /// Lists an account's sessions that have not ended, the last used first: at most 100.
    func listUserSessions(
        _ request: ListUserSessionsRequest,
        context: CallContext
    ) async throws -> ListUserSessionsResponse

    /// Ends all sessions of an account, and refuses sign-ins until it is enabled or the given time
    /// has come. Sign-ins are answered as for a wrong password.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for a time that has passed: use EnableUser to
    /// lift a ban. FAILED_PRECONDITION (LAST_ADMIN) for the last administrator, unless the operator
    /// calls.
    func disableUser(
        _ request: DisableUserRequest,
        context: CallContext
    ) async throws -> DisableUserResponse

    /// Deletes an account as its owner can (AccountDataService.DeleteAccount), without their
    /// password.
    ///
    /// Errors: FAILED_PRECONDITION (LAST_ADMIN) for the last administrator, unless the operator
    /// calls.
    func deleteUser(
        _ request: DeleteUserRequest,
        context: CallContext
    ) async throws -> DeleteUserResponse

    /// Enables a disabled account again. An account that is already enabled is no error.
    func enableUser(
        _ request: EnableUserRequest,
        context: CallContext
    ) async throws -> EnableUserResponse

    /// Takes the second factor and its recovery codes from an account whose owner has lost both.
    /// The owner is sent a mail.
    ///
    /// Errors: NOT_FOUND (FACTOR_NOT_FOUND).
    func removeFactors(
        _ request: RemoveFactorsRequest,
        context: CallContext
    ) async throws -> RemoveFactorsResponse

    /// Ends all sessions of an account, and refuses sign-ins until its password was replaced by
    /// another one.
    ///
    /// Errors: FAILED_PRECONDITION (LAST_ADMIN) for the last administrator, unless the operator
    /// calls.
    func forcePasswordReset(
        _ request: ForcePasswordResetRequest,
        context: CallContext
    ) async throws -> ForcePasswordResetResponse

    /// Gives an account another primary e-mail address, for an owner who no longer reads the mail
    /// of the present one. The administrator vouches for the new address: it counts as verified.
    /// All sessions end, and so do all mailed codes and links. Both addresses are sent a mail. A
    /// verified old address stays reserved for the account for 7 days: the link in its mail
    /// restores it, as after any change of address, and so does this RPC.
    ///
    /// Errors: INVALID_ARGUMENT for a malformed e-mail address, and for the reason (FIELD_MISSING,
    /// FIELD_MALFORMED); ALREADY_EXISTS (EMAIL_TAKEN) when another account has the address, or may
    /// still return to it.
    func setUserAddress(
        _ request: SetUserAddressRequest,
        context: CallContext
    ) async throws -> SetUserAddressResponse

    /// Ends all sessions of an account.
    func revokeUserSessions(
        _ request: RevokeUserSessionsRequest,
        context: CallContext
    ) async throws -> RevokeUserSessionsResponse

    /// Sets an account's role. A new administrator has the role after the next refresh of the
    /// access token. An account that loses the role is signed out everywhere, so that no token
    /// still claims the role.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a role; FAILED_PRECONDITION (LAST_ADMIN)
    /// for the last administrator, unless the operator calls; FAILED_PRECONDITION
    /// (EMAIL_NOT_VERIFIED) when the account is to become an administrator and was found by an
    /// unverified address: anyone can have signed up with it.
    func setUserRole(
        _ request: SetUserRoleRequest,
        context: CallContext
    ) async throws -> SetUserRoleResponse

    /// Lists what the other services have still to be told, the oldest first, in pages.
    func listDeliveries(
        _ request: ListDeliveriesRequest,
        context: CallContext
    ) async throws -> ListDeliveriesResponse

    /// Retries a delivery immediately.
    ///
    /// Errors: NOT_FOUND (DELIVERY_NOT_FOUND).
    func retryDelivery(
        _ request: RetryDeliveryRequest,
        context: CallContext
    ) async throws -> RetryDeliveryResponse

    /// Lists the callers who are refused now because of a limit, in pages. The service stores only
    /// digests of their names.
    func listBans(_ request: ListBansRequest, context: CallContext) async throws -> ListBansResponse

    /// Resets the use of limits.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a key, (FIELD_MALFORMED) for a malformed id
    /// or address; NOT_FOUND (BAN_NOT_FOUND); FAILED_PRECONDITION for a token bucket that several
    /// strangers share, because too many callers were counted at once.
    func clearBan(_ request: ClearBanRequest, context: CallContext) async throws -> ClearBanResponse

    /// Makes a credential for a service, which exchanges it by `AuthService/GetServiceToken`.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for a malformed name; ALREADY_EXISTS
    /// (SERVICE_NAME_TAKEN) unless the request replaces the credential, and always for `auth` and
    /// `local`; RESOURCE_EXHAUSTED (TOO_MANY) beyond 1,000.
    func addService(
        _ request: AddServiceRequest,
        context: CallContext
    ) async throws -> AddServiceResponse

    /// Lists the services that have a credential, ordered by name, in pages: at most 1,000.
    func listServiceCredentials(
        _ request: ListServiceCredentialsRequest,
        context: CallContext
    ) async throws -> ListServiceCredentialsResponse

    /// Removes a service's credential. Auth refuses the service's tokens from then on. Profile,
    /// Presence and other verifiers accept a token until it expires, within five minutes.
    ///
    /// Errors: NOT_FOUND (SERVICE_NOT_FOUND).
    func removeService(
        _ request: RemoveServiceRequest,
        context: CallContext
    ) async throws -> RemoveServiceResponse

    /// Lists the mails in a state, the newest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a state.
    func listMail(_ request: ListMailRequest, context: CallContext) async throws -> ListMailResponse

    /// Retries a mail immediately, also one that was given up.
    ///
    /// Errors: NOT_FOUND (MAIL_NOT_FOUND); FAILED_PRECONDITION when it was sent, or its content has
    /// expired.
    func retryMail(
        _ request: RetryMailRequest,
        context: CallContext
    ) async throws -> RetryMailResponse

    /// Deletes a mail. A mail that waits is then not sent.
    ///
    /// Errors: NOT_FOUND (MAIL_NOT_FOUND).
    func dropMail(_ request: DropMailRequest, context: CallContext) async throws -> DropMailResponse

    /// Sends a test mail.
    ///
    /// Errors: INVALID_ARGUMENT for a malformed e-mail address, and (FIELD_MALFORMED) for a
    /// malformed language tag.
    func sendTestMail(
        _ request: SendTestMailRequest,
        context: CallContext
    ) async throws -> SendTestMailResponse

    /// Lists the keys that sign tokens, in the order in which they sign.
    func listSigningKeys(
        _ request: ListSigningKeysRequest,
        context: CallContext
    ) async throws -> ListSigningKeysResponse

    /// Starts signing with a new key. No user is signed out by it.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when 16 keys are published, each of which may have
    /// signed tokens that are still valid, unless the request withdraws the other keys.
    func rotateSigningKey(
        _ request: RotateSigningKeyRequest,
        context: CallContext
    ) async throws -> RotateSigningKeyResponse

    /// Compares the accounts with the data of Profile and Presence, for example after a restore of
    /// copies that were not made at one moment. Sends each finding, and a summary at the end. A
    /// stream without a summary is incomplete. Users who sign up or delete their account meanwhile
    /// are no finding. The check can be repeated at any time, also after an interruption.
    ///
    /// A check only reports, unless the request says `mend`: see `FindingKind` for what is then
    /// done. A check with `mend` ends with its caller's access token; the operator's goes on.
    ///
    /// Errors: FAILED_PRECONDITION when `mend` without `accept_loss` would erase very much;
    /// UNAVAILABLE when Profile or Presence does not answer, after a few attempts.
    func checkConsistency(
        _ request: CheckConsistencyRequest,
        responses: ResponseWriter<CheckConsistencyResponse>,
        context: CallContext
    ) async throws

    /// Ends all sessions of all users, and makes every service refuse earlier access tokens. Use it
    /// after a restore of an old database, unless Auth was started with --restored.
    ///
    /// With `has_leaked`, a new key signs tokens, and every password must be replaced as well,
    /// except those of accounts without an e-mail address. If the answer is lost, call again.
    func beginEpoch(
        _ request: BeginEpochRequest,
        context: CallContext
    ) async throws -> BeginEpochResponse
}

/// The RPCs of `AuthAdminService`.
public enum AuthAdminServiceMethods {
    public static let getUser =
        Method<GetUserRequest, GetUserResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "GetUser",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let listUsers =
        Method<ListUsersRequest, ListUsersResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ListUsers",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let findUsers =
        Method<FindUsersRequest, FindUsersResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "FindUsers",
            kind: .serverStreaming,
            access: .admin,
            priority: .bulk,
            maximumRequestSize: 8192
        )

    public static let listUserSessions =
        Method<ListUserSessionsRequest, ListUserSessionsResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ListUserSessions",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let disableUser =
        Method<DisableUserRequest, DisableUserResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "DisableUser",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let deleteUser =
        Method<DeleteUserRequest, DeleteUserResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "DeleteUser",
            kind: .unary,
            access: .admin
        )

    public static let enableUser =
        Method<EnableUserRequest, EnableUserResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "EnableUser",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let removeFactors =
        Method<RemoveFactorsRequest, RemoveFactorsResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "RemoveFactors",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let forcePasswordReset =
        Method<ForcePasswordResetRequest, ForcePasswordResetResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ForcePasswordReset",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let setUserAddress =
        Method<SetUserAddressRequest, SetUserAddressResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "SetUserAddress",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let revokeUserSessions =
        Method<RevokeUserSessionsRequest, RevokeUserSessionsResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "RevokeUserSessions",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let setUserRole =
        Method<SetUserRoleRequest, SetUserRoleResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "SetUserRole",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let listDeliveries =
        Method<ListDeliveriesRequest, ListDeliveriesResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ListDeliveries",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let retryDelivery =
        Method<RetryDeliveryRequest, RetryDeliveryResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "RetryDelivery",
            kind: .unary,
            access: .admin
        )

    public static let listBans =
        Method<ListBansRequest, ListBansResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ListBans",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let clearBan =
        Method<ClearBanRequest, ClearBanResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ClearBan",
            kind: .unary,
            access: .admin
        )

    public static let addService =
        Method<AddServiceRequest, AddServiceResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "AddService",
            kind: .unary,
            access: .admin
        )

    public static let listServiceCredentials =
        Method<ListServiceCredentialsRequest, ListServiceCredentialsResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ListServiceCredentials",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let removeService =
        Method<RemoveServiceRequest, RemoveServiceResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "RemoveService",
            kind: .unary,
            access: .admin
        )

    public static let listMail =
        Method<ListMailRequest, ListMailResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ListMail",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let retryMail =
        Method<RetryMailRequest, RetryMailResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "RetryMail",
            kind: .unary,
            access: .admin
        )

    public static let dropMail =
        Method<DropMailRequest, DropMailResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "DropMail",
            kind: .unary,
            access: .admin
        )

    public static let sendTestMail =
        Method<SendTestMailRequest, SendTestMailResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "SendTestMail",
            kind: .unary,
            access: .admin
        )

    public static let listSigningKeys =
        Method<ListSigningKeysRequest, ListSigningKeysResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "ListSigningKeys",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let rotateSigningKey =
        Method<RotateSigningKeyRequest, RotateSigningKeyResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "RotateSigningKey",
            kind: .unary,
            access: .admin
        )

    public static let checkConsistency =
        Method<CheckConsistencyRequest, CheckConsistencyResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "CheckConsistency",
            kind: .serverStreaming,
            access: .admin,
            priority: .bulk
        )

    public static let beginEpoch =
        Method<BeginEpochRequest, BeginEpochResponse>(
            service: "rollcall.v1.AuthAdminService",
            name: "BeginEpoch",
            kind: .unary,
            access: .admin
        )
}

extension Router {
    /// Serves the RPCs of `AuthAdminService`.
    public mutating func add(_ service: some AuthAdminService) {
        unary(AuthAdminServiceMethods.getUser) {
            try await service.getUser($0, context: $1)
        }
        unary(AuthAdminServiceMethods.listUsers) {
            try await service.listUsers($0, context: $1)
        }
        serverStreaming(AuthAdminServiceMethods.findUsers) {
            try await service.findUsers($0, responses: $1, context: $2)
        }
        unary(AuthAdminServiceMethods.listUserSessions) {
            try await service.listUserSessions($0, context: $1)
        }
        unary(AuthAdminServiceMethods.disableUser) {
            try await service.disableUser($0, context: $1)
        }
        unary(AuthAdminServiceMethods.deleteUser) {
            try await service.deleteUser($0, context: $1)
        }
        unary(AuthAdminServiceMethods.enableUser) {
            try await service.enableUser($0, context: $1)
        }
        unary(AuthAdminServiceMethods.removeFactors) {
            try await service.removeFactors($0, context: $1)
        }
        unary(AuthAdminServiceMethods.forcePasswordReset) {
            try await service.forcePasswordReset($0, context: $1)
        }
        unary(AuthAdminServiceMethods.setUserAddress) {
            try await service.setUserAddress($0, context: $1)
        }
        unary(AuthAdminServiceMethods.revokeUserSessions) {
            try await service.revokeUserSessions($0, context: $1)
        }
        unary(AuthAdminServiceMethods.setUserRole) {
            try await service.setUserRole($0, context: $1)
        }
        unary(AuthAdminServiceMethods.listDeliveries) {
            try await service.listDeliveries($0, context: $1)
        }
        unary(AuthAdminServiceMethods.retryDelivery) {
            try await service.retryDelivery($0, context: $1)
        }
        unary(AuthAdminServiceMethods.listBans) {
            try await service.listBans($0, context: $1)
        }
        unary(AuthAdminServiceMethods.clearBan) {
            try await service.clearBan($0, context: $1)
        }
        unary(AuthAdminServiceMethods.addService) {
            try await service.addService($0, context: $1)
        }
        unary(AuthAdminServiceMethods.listServiceCredentials) {
            try await service.listServiceCredentials($0, context: $1)
        }
        unary(AuthAdminServiceMethods.removeService) {
            try await service.removeService($0, context: $1)
        }
        unary(AuthAdminServiceMethods.listMail) {
            try await service.listMail($0, context: $1)
        }
        unary(AuthAdminServiceMethods.retryMail) {
            try await service.retryMail($0, context: $1)
        }
        unary(AuthAdminServiceMethods.dropMail) {
            try await service.dropMail($0, context: $1)
        }
        unary(AuthAdminServiceMethods.sendTestMail) {
            try await service.sendTestMail($0, context: $1)
        }
        unary(AuthAdminServiceMethods.listSigningKeys) {
            try await service.listSigningKeys($0, context: $1)
        }
        unary(AuthAdminServiceMethods.rotateSigningKey) {
            try await service.rotateSigningKey($0, context: $1)
        }
        serverStreaming(AuthAdminServiceMethods.checkConsistency) {
            try await service.checkConsistency($0, responses: $1, context: $2)
        }
        unary(AuthAdminServiceMethods.beginEpoch) {
            try await service.beginEpoch($0, context: $1)
        }
    }
}

/// Calls `AuthAdminService`.
public struct AuthAdminServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Returns one account. It is found by any spelling of its e-mail address; `%` and `_` are no
    /// wildcards.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a key; UNAVAILABLE when a display name is
    /// given and Profile does not answer.
    public func getUser(
        _ request: GetUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetUserResponse {
        try await client.unary(AuthAdminServiceMethods.getUser, request, options)
    }

    /// Lists the accounts, the oldest first, in pages. An account that exists during the whole
    /// listing is listed once, even if other accounts are made and deleted meanwhile.
    public func listUsers(
        _ request: ListUsersRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListUsersResponse {
        try await client.unary(AuthAdminServiceMethods.listUsers, request, options)
    }

    /// Finds accounts by how they signed up, and disables or deletes all of them on request. Sends
    /// each account that was found, and after every 2,000 accounts and at the end how far the
    /// search has come. If the stream breaks off, call again. The administrators among the accounts
    /// are left as they are.
    ///
    /// An account is found when it meets all criteria that are given. The act ends with its
    /// caller's access token; the operator's goes on.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a criterion, (FIELD_MALFORMED) for a
    /// network that is none.
    public func findUsers(
        _ request: FindUsersRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<FindUsersResponse> {
        try await client.serverStreaming(AuthAdminServiceMethods.findUsers, request, options)
    }

    /// Lists an account's sessions that have not ended, the last used first: at most 100.
    public func listUserSessions(
        _ request: ListUserSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListUserSessionsResponse {
        try await client.unary(AuthAdminServiceMethods.listUserSessions, request, options)
    }

    /// Ends all sessions of an account, and refuses sign-ins until it is enabled or the given time
    /// has come. Sign-ins are answered as for a wrong password.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for a time that has passed: use EnableUser to
    /// lift a ban. FAILED_PRECONDITION (LAST_ADMIN) for the last administrator, unless the operator
    /// calls.
    public func disableUser(
        _ request: DisableUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DisableUserResponse {
        try await client.unary(AuthAdminServiceMethods.disableUser, request, options)
    }

    /// Deletes an account as its owner can (AccountDataService.DeleteAccount), without their
    /// password.
    ///
    /// Errors: FAILED_PRECONDITION (LAST_ADMIN) for the last administrator, unless the operator
    /// calls.
    public func deleteUser(
        _ request: DeleteUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DeleteUserResponse {
        try await client.unary(AuthAdminServiceMethods.deleteUser, request, options)
    }

    /// Enables a disabled account again. An account that is already enabled is no error.
    public func enableUser(
        _ request: EnableUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> EnableUserResponse {
        try await client.unary(AuthAdminServiceMethods.enableUser, request, options)
    }

    /// Takes the second factor and its recovery codes from an account whose owner has lost both.
    /// The owner is sent a mail.
    ///
    /// Errors: NOT_FOUND (FACTOR_NOT_FOUND).
    public func removeFactors(
        _ request: RemoveFactorsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveFactorsResponse {
        try await client.unary(AuthAdminServiceMethods.removeFactors, request, options)
    }

    /// Ends all sessions of an account, and refuses sign-ins until its password was replaced by
    /// another one.
    ///
    /// Errors: FAILED_PRECONDITION (LAST_ADMIN) for the last administrator, unless the operator
    /// calls.
    public func forcePasswordReset(
        _ request: ForcePasswordResetRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ForcePasswordResetResponse {
        try await client.unary(AuthAdminServiceMethods.forcePasswordReset, request, options)
    }

    /// Gives an account another primary e-mail address, for an owner who no longer reads the mail
    /// of the present one. The administrator vouches for the new address: it counts as verified.
    /// All sessions end, and so do all mailed codes and links. Both addresses are sent a mail. A
    /// verified old address stays reserved for the account for 7 days: the link in its mail
    /// restores it, as after any change of address, and so does this RPC.
    ///
    /// Errors: INVALID_ARGUMENT for a malformed e-mail address, and for the reason (FIELD_MISSING,
    /// FIELD_MALFORMED); ALREADY_EXISTS (EMAIL_TAKEN) when another account has the address, or may
    /// still return to it.
    public func setUserAddress(
        _ request: SetUserAddressRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetUserAddressResponse {
        try await client.unary(AuthAdminServiceMethods.setUserAddress, request, options)
    }

    /// Ends all sessions of an account.
    public func revokeUserSessions(
        _ request: RevokeUserSessionsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RevokeUserSessionsResponse {
        try await client.unary(AuthAdminServiceMethods.revokeUserSessions, request, options)
    }

    /// Sets an account's role. A new administrator has the role after the next refresh of the
    /// access token. An account that loses the role is signed out everywhere, so that no token
    /// still claims the role.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a role; FAILED_PRECONDITION (LAST_ADMIN)
    /// for the last administrator, unless the operator calls; FAILED_PRECONDITION
    /// (EMAIL_NOT_VERIFIED) when the account is to become an administrator and was found by an
    /// unverified address: anyone can have signed up with it.
    public func setUserRole(
        _ request: SetUserRoleRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetUserRoleResponse {
        try await client.unary(AuthAdminServiceMethods.setUserRole, request, options)
    }

    /// Lists what the other services have still to be told, the oldest first, in pages.
    public func listDeliveries(
        _ request: ListDeliveriesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListDeliveriesResponse {
        try await client.unary(AuthAdminServiceMethods.listDeliveries, request, options)
    }

    /// Retries a delivery immediately.
    ///
    /// Errors: NOT_FOUND (DELIVERY_NOT_FOUND).
    public func retryDelivery(
        _ request: RetryDeliveryRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RetryDeliveryResponse {
        try await client.unary(AuthAdminServiceMethods.retryDelivery, request, options)
    }

    /// Lists the callers who are refused now because of a limit, in pages. The service stores only
    /// digests of their names.
    public func listBans(
        _ request: ListBansRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListBansResponse {
        try await client.unary(AuthAdminServiceMethods.listBans, request, options)
    }

    /// Resets the use of limits.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a key, (FIELD_MALFORMED) for a malformed id
    /// or address; NOT_FOUND (BAN_NOT_FOUND); FAILED_PRECONDITION for a token bucket that several
    /// strangers share, because too many callers were counted at once.
    public func clearBan(
        _ request: ClearBanRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ClearBanResponse {
        try await client.unary(AuthAdminServiceMethods.clearBan, request, options)
    }

    /// Makes a credential for a service, which exchanges it by `AuthService/GetServiceToken`.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for a malformed name; ALREADY_EXISTS
    /// (SERVICE_NAME_TAKEN) unless the request replaces the credential, and always for `auth` and
    /// `local`; RESOURCE_EXHAUSTED (TOO_MANY) beyond 1,000.
    public func addService(
        _ request: AddServiceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> AddServiceResponse {
        try await client.unary(AuthAdminServiceMethods.addService, request, options)
    }

    /// Lists the services that have a credential, ordered by name, in pages: at most 1,000.
    public func listServiceCredentials(
        _ request: ListServiceCredentialsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListServiceCredentialsResponse {
        try await client.unary(AuthAdminServiceMethods.listServiceCredentials, request, options)
    }

    /// Removes a service's credential. Auth refuses the service's tokens from then on. Profile,
    /// Presence and other verifiers accept a token until it expires, within five minutes.
    ///
    /// Errors: NOT_FOUND (SERVICE_NOT_FOUND).
    public func removeService(
        _ request: RemoveServiceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveServiceResponse {
        try await client.unary(AuthAdminServiceMethods.removeService, request, options)
    }

    /// Lists the mails in a state, the newest first, in pages.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without a state.
    public func listMail(
        _ request: ListMailRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListMailResponse {
        try await client.unary(AuthAdminServiceMethods.listMail, request, options)
    }

    /// Retries a mail immediately, also one that was given up.
    ///
    /// Errors: NOT_FOUND (MAIL_NOT_FOUND); FAILED_PRECONDITION when it was sent, or its content has
    /// expired.
    public func retryMail(
        _ request: RetryMailRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RetryMailResponse {
        try await client.unary(AuthAdminServiceMethods.retryMail, request, options)
    }

    /// Deletes a mail. A mail that waits is then not sent.
    ///
    /// Errors: NOT_FOUND (MAIL_NOT_FOUND).
    public func dropMail(
        _ request: DropMailRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DropMailResponse {
        try await client.unary(AuthAdminServiceMethods.dropMail, request, options)
    }

    /// Sends a test mail.
    ///
    /// Errors: INVALID_ARGUMENT for a malformed e-mail address, and (FIELD_MALFORMED) for a
    /// malformed language tag.
    public func sendTestMail(
        _ request: SendTestMailRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SendTestMailResponse {
        try await client.unary(AuthAdminServiceMethods.sendTestMail, request, options)
    }

    /// Lists the keys that sign tokens, in the order in which they sign.
    public func listSigningKeys(
        _ request: ListSigningKeysRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListSigningKeysResponse {
        try await client.unary(AuthAdminServiceMethods.listSigningKeys, request, options)
    }

    /// Starts signing with a new key. No user is signed out by it.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when 16 keys are published, each of which may have
    /// signed tokens that are still valid, unless the request withdraws the other keys.
    public func rotateSigningKey(
        _ request: RotateSigningKeyRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RotateSigningKeyResponse {
        try await client.unary(AuthAdminServiceMethods.rotateSigningKey, request, options)
    }

    /// Compares the accounts with the data of Profile and Presence, for example after a restore of
    /// copies that were not made at one moment. Sends each finding, and a summary at the end. A
    /// stream without a summary is incomplete. Users who sign up or delete their account meanwhile
    /// are no finding. The check can be repeated at any time, also after an interruption.
    ///
    /// A check only reports, unless the request says `mend`: see `FindingKind` for what is then
    /// done. A check with `mend` ends with its caller's access token; the operator's goes on.
    ///
    /// Errors: FAILED_PRECONDITION when `mend` without `accept_loss` would erase very much;
    /// UNAVAILABLE when Profile or Presence does not answer, after a few attempts.
    public func checkConsistency(
        _ request: CheckConsistencyRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<CheckConsistencyResponse> {
        try await client.serverStreaming(AuthAdminServiceMethods.checkConsistency, request, options)
    }

    /// Ends all sessions of all users, and makes every service refuse earlier access tokens. Use it
    /// after a restore of an old database, unless Auth was started with --restored.
    ///
    /// With `has_leaked`, a new key signs tokens, and every password must be replaced as well,
    /// except those of accounts without an e-mail address. If the answer is lost, call again.
    public func beginEpoch(
        _ request: BeginEpochRequest,
        options: CallOptions = CallOptions()
    ) async throws -> BeginEpochResponse {
        try await client.unary(AuthAdminServiceMethods.beginEpoch, request, options)
    }
}
