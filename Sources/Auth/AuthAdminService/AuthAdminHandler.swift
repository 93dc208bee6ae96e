import RollcallAPI
import RollcallRPC

/// Answers the calls of `AuthAdminService`: says which handler answers which call. The answer to a call is
/// in the file named for it. Who may call is written beside each RPC in the contract.
package struct AuthAdminHandler: AuthAdminService {
    let users: UserHandler
    let deliveries: DeliveryHandler
    let bans: BanHandler
    let services: ServiceCredentialHandler
    let mails: MailHandler
    let keys: SigningKeyHandler
    let consistency: ConsistencyHandler
}

extension AuthAdminHandler {
    package func getUser(
        _ request: GetUserRequest, context: CallContext
    ) async throws -> GetUserResponse {
        try await users.getUser(request, context)
    }

    package func listUsers(
        _ request: ListUsersRequest, context: CallContext
    ) async throws -> ListUsersResponse {
        try await users.listUsers(request, context)
    }

    package func listUserSessions(
        _ request: ListUserSessionsRequest, context: CallContext
    ) async throws -> ListUserSessionsResponse {
        try await users.listUserSessions(request, context)
    }

    package func disableUser(
        _ request: DisableUserRequest, context: CallContext
    ) async throws -> DisableUserResponse {
        try await users.disableUser(request, context)
    }

    package func deleteUser(
        _ request: DeleteUserRequest, context: CallContext
    ) async throws -> DeleteUserResponse {
        try await users.deleteUser(request, context)
    }

    package func enableUser(
        _ request: EnableUserRequest, context: CallContext
    ) async throws -> EnableUserResponse {
        try await users.enableUser(request, context)
    }

    package func forcePasswordReset(
        _ request: ForcePasswordResetRequest, context: CallContext
    ) async throws -> ForcePasswordResetResponse {
        try await users.forcePasswordReset(request, context)
    }

    package func revokeUserSessions(
        _ request: RevokeUserSessionsRequest, context: CallContext
    ) async throws -> RevokeUserSessionsResponse {
        try await users.revokeUserSessions(request, context)
    }

    package func setUserRole(
        _ request: SetUserRoleRequest, context: CallContext
    ) async throws -> SetUserRoleResponse {
        try await users.setUserRole(request, context)
    }

    package func listDeliveries(
        _ request: ListDeliveriesRequest, context: CallContext
    ) async throws -> ListDeliveriesResponse {
        try await deliveries.listDeliveries(request, context)
    }

    package func retryDelivery(
        _ request: RetryDeliveryRequest, context: CallContext
    ) async throws -> RetryDeliveryResponse {
        try await deliveries.retryDelivery(request, context)
    }

    package func listBans(
        _ request: ListBansRequest, context: CallContext
    ) async throws -> ListBansResponse {
        try await bans.listBans(request, context)
    }

    package func clearBan(
        _ request: ClearBanRequest, context: CallContext
    ) async throws -> ClearBanResponse {
        try await bans.clearBan(request, context)
    }

    package func addService(
        _ request: AddServiceRequest, context: CallContext
    ) async throws -> AddServiceResponse {
        try await services.addService(request, context)
    }

    package func listServiceCredentials(
        _ request: ListServiceCredentialsRequest, context: CallContext
    ) async throws -> ListServiceCredentialsResponse {
        try await services.listServiceCredentials(request, context)
    }

    package func removeService(
        _ request: RemoveServiceRequest, context: CallContext
    ) async throws -> RemoveServiceResponse {
        try await services.removeService(request, context)
    }

    package func listMail(
        _ request: ListMailRequest, context: CallContext
    ) async throws -> ListMailResponse {
        try await mails.listMail(request, context)
    }

    package func retryMail(
        _ request: RetryMailRequest, context: CallContext
    ) async throws -> RetryMailResponse {
        try await mails.retryMail(request, context)
    }

    package func dropMail(
        _ request: DropMailRequest, context: CallContext
    ) async throws -> DropMailResponse {
        try await mails.dropMail(request, context)
    }

    package func listSpool(
        _ request: ListSpoolRequest, context: CallContext
    ) async throws -> ListSpoolResponse {
        try await mails.listSpool(request, context)
    }

    package func sendTestMail(
        _ request: SendTestMailRequest, context: CallContext
    ) async throws -> SendTestMailResponse {
        try await mails.sendTestMail(request, context)
    }

    package func listSigningKeys(
        _ request: ListSigningKeysRequest, context: CallContext
    ) async throws -> ListSigningKeysResponse {
        try await keys.listSigningKeys(request, context)
    }

    package func rotateSigningKey(
        _ request: RotateSigningKeyRequest, context: CallContext
    ) async throws -> RotateSigningKeyResponse {
        try await keys.rotateSigningKey(request, context)
    }

    package func checkConsistency(
        _ request: CheckConsistencyRequest, responses: ResponseWriter<CheckConsistencyResponse>,
        context: CallContext
    ) async throws {
        try await consistency.checkConsistency(request, responses, context)
    }

    package func beginEpoch(
        _ request: BeginEpochRequest, context: CallContext
    ) async throws -> BeginEpochResponse {
        try await consistency.beginEpoch(request, context)
    }
}
