import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func describeLink(
        _ request: DescribeLinkRequest, context: CallContext
    ) async throws -> DescribeLinkResponse {
        let challenge = try await limits.guessing(by: .stranger(context.peer)) {
            try await challenges.found(byLink: request.linkToken)
        }
        return DescribeLinkResponse(
            purpose: challenge.purpose.ofLink, expiresAtMs: challenge.expiresAt)
    }
}

extension ChallengePurpose {
    var ofLink: LinkPurpose {
        switch self {
        case .verifyAddress: .verifyAddress
        case .resetPassword: .resetPassword
        case .undoAddress: .undoAddressChange
        case .changeAddressOld, .changeAddressNew, .addAddress, .reauthenticate, .signIn:
            .unspecified
        }
    }
}
