/// The second factor of the own account.
extension Rollcall {
    public func factors() async throws(RollcallError) -> GetFactorsResponse {
        try await factor.getFactors()
    }

    public func startTotp(
        _ proof: Reauthentication
    ) async throws(RollcallError) -> StartTotpResponse {
        try await factor.startTotp(StartTotpRequest(proof: proof))
    }

    public func confirmTotp(code: String) async throws(RollcallError) -> [String] {
        try await factor.confirmTotp(ConfirmTotpRequest(code: code)).recoveryCodes
    }

    public func removeTotp(_ proof: Reauthentication) async throws(RollcallError) {
        _ = try await factor.removeTotp(RemoveTotpRequest(proof: proof))
    }

    public func makeRecoveryCodes(
        _ proof: Reauthentication
    ) async throws(RollcallError) -> [String] {
        try await factor.makeRecoveryCodes(MakeRecoveryCodesRequest(proof: proof)).recoveryCodes
    }
}
