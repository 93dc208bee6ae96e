import RollcallAPI
import RollcallRPC

extension FactorHandler {
    package func getFactors(
        _ request: GetFactorsRequest, context: CallContext
    ) async throws -> GetFactorsResponse {
        let (_, account) = try await callers.caller(of: context)
        let factor = try await store.factor(of: account.id)
        return GetFactorsResponse(
            totpConfirmedAtMs: factor.confirmedAt ?? 0,
            recoveryCodesLeft: UInt32(clamping: factor.codesLeft))
    }
}
