import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func sendSignInCode(
        _ request: SendSignInCodeRequest, context: CallContext
    ) async throws -> SendSignInCodeResponse {
        guard configuration.mailsSignInCodes else { throw RPCError.signInWayOff }
        var rules = BrokenRules()
        guard let email = rules.check(email: request.email, in: configuration.mailDomains) else {
            throw rules.refusal(of: SendSignInCodeRequest.self)
        }
        let (flow, expiresAtMs) = try await resetRequests.accept(
            .signInCode, at: email, locale: request.locale, deviceToken: request.deviceToken,
            context)
        return SendSignInCodeResponse(flow: flow, expiresAtMs: expiresAtMs)
    }
}
