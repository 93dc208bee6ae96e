import RollcallAPI
import RollcallBasics
import RollcallRPC

extension FactorHandler {
    package func startTotp(
        _ request: StartTotpRequest, context: CallContext
    ) async throws -> StartTotpResponse {
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: FactorServiceMethods.startTotp, context)
        let (totp, clock) = (try TOTP(random: factors.random), callers.sessionClock)
        let sealed = try factors.secrets.sealed(totp, of: account.id, random: factors.random)
        guard try await store.startTOTP(sealed, of: account.id, by: session.id, at: clock) else {
            throw RPCError.factorExists
        }
        var name = account.primary?.text
        if name == nil { name = try await store.firstDisplayName(of: account.id) }
        return StartTotpResponse(
            secret: totp.secretText,
            uri: totp.uri(issuer: factors.issuer, account: name ?? ""),
            expiresAtMs: clock.now + Factors.timeToConfirm.wholeMilliseconds)
    }
}
