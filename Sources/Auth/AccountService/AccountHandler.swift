import RollcallAPI
import RollcallRPC

/// Answers the calls of `AccountService`: says which handler answers which call. The answer to a call is
/// in the file named for it.
package struct AccountHandler: AccountService {
    let settings: AccountSettingsHandler
    let passwords: PasswordChangeHandler
    let addresses: AddressHandler
    let resetRequests: PasswordResetRequestHandler
    let resets: PasswordResetHandler
    let links: LinkHandler
}

extension AccountHandler {
    package func getAccount(
        _ request: GetAccountRequest, context: CallContext
    ) async throws -> GetAccountResponse {
        try await settings.getAccount(request, context)
    }

    package func setLocale(
        _ request: SetLocaleRequest, context: CallContext
    ) async throws -> SetLocaleResponse {
        try await settings.setLocale(request, context)
    }

    package func changePassword(
        _ request: ChangePasswordRequest, context: CallContext
    ) async throws -> ChangePasswordResponse {
        try await passwords.changePassword(request, context)
    }

    package func sendVerification(
        _ request: SendVerificationRequest, context: CallContext
    ) async throws -> SendVerificationResponse {
        try await addresses.sendVerification(request, context)
    }

    package func verifyAddress(
        _ request: VerifyAddressRequest, context: CallContext
    ) async throws -> VerifyAddressResponse {
        try await addresses.verifyAddress(request, context)
    }

    package func requestPasswordReset(
        _ request: RequestPasswordResetRequest, context: CallContext
    ) async throws -> RequestPasswordResetResponse {
        try await resetRequests.requestPasswordReset(request, context)
    }

    package func resetPassword(
        _ request: ResetPasswordRequest, context: CallContext
    ) async throws -> ResetPasswordResponse {
        try await resets.resetPassword(request, context)
    }

    package func describeLink(
        _ request: DescribeLinkRequest, context: CallContext
    ) async throws -> DescribeLinkResponse {
        try await links.describeLink(request, context)
    }

    package func startAddressChange(
        _ request: StartAddressChangeRequest, context: CallContext
    ) async throws -> StartAddressChangeResponse {
        try await addresses.startAddressChange(request, context)
    }

    package func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest, context: CallContext
    ) async throws -> ConfirmAddressChangeResponse {
        try await addresses.confirmAddressChange(request, context)
    }

    package func followLink(
        _ request: FollowLinkRequest, context: CallContext
    ) async throws -> FollowLinkResponse {
        try await links.followLink(request, context)
    }
}
