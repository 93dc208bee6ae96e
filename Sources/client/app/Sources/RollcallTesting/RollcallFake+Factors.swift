import RollcallApp

/// No account has a second factor, and none can be added.
extension RollcallFake {
    public func factors() async throws(RollcallError) -> GetFactorsResponse {
        try await own { _, _, _ in GetFactorsResponse() }
    }

    public func startTotp(_ proof: Proof) async throws(RollcallError) -> StartTotpResponse {
        throw .refused(.unimplemented, .notAllowed)
    }

    public func confirmTotp(code: String) async throws(RollcallError) -> [String] {
        throw .refused(.notFound, .codeExpired, "code")
    }

    public func removeTotp(_ proof: Proof) async throws(RollcallError) {
        throw .refused(.notFound, .factorNotFound)
    }

    public func makeRecoveryCodes(_ proof: Proof) async throws(RollcallError) -> [String] {
        throw .refused(.notFound, .factorNotFound)
    }
}
