import Foundation

/// The own account.
extension Rollcall {
    public func accountInfo() async throws(RollcallError) -> AccountInfo {
        try await known(account.getAccount().account)
    }

    public func changePassword(
        _ proof: Reauthentication, to password: String
    ) async throws(RollcallError) {
        _ = try await account.changePassword(
            ChangePasswordRequest(proof: proof, newPassword: password))
    }

    @discardableResult public func sendReauthentication() async throws(RollcallError) -> Date? {
        Date(milliseconds: try await account.sendReauthentication().expiresAtMs)
    }

    @discardableResult public func sendVerification() async throws(RollcallError) -> Date? {
        Date(milliseconds: try await account.sendVerification().expiresAtMs)
    }

    @discardableResult public func verifyAddress(
        code: String, email: String
    ) async throws(RollcallError) -> AccountInfo {
        try await known(
            account.verifyAddress(VerifyAddressRequest(code: code, email: email)).account)
    }

    @discardableResult public func addAddress(
        _ email: String, proof: Reauthentication?
    ) async throws(RollcallError) -> Date? {
        let answer = try await account.addAddress(
            AddAddressRequest(proof: proof, email: email))
        return Date(milliseconds: answer.expiresAtMs)
    }

    @discardableResult public func makeAddressPrimary(
        _ email: String, proof: Reauthentication?
    ) async throws(RollcallError) -> AccountInfo {
        let request = MakeAddressPrimaryRequest(
            proof: proof, email: email)
        return try await known(account.makeAddressPrimary(request).account)
    }

    @discardableResult public func removeAddress(
        _ email: String, proof: Reauthentication?
    ) async throws(RollcallError) -> AccountInfo {
        let request = RemoveAddressRequest(
            proof: proof, email: email)
        return try await known(account.removeAddress(request).account)
    }

    public func sessions() async throws(RollcallError) -> [Session] {
        try await auth.listSessions().sessions
    }

    public func endSession(_ id: String) async throws(RollcallError) {
        _ = try await auth.revokeSession(RevokeSessionRequest(sessionID: id))
    }

    public func endOtherSessions() async throws(RollcallError) {
        _ = try await auth.revokeOtherSessions()
    }

    /// Notes the primary address in the state: the session's watch would say so a moment later.
    private func known(_ info: AccountInfo?) async throws(RollcallError) -> AccountInfo {
        guard let info else { throw .malformed("the server left out the account") }
        let primary = info.addresses.first(where: \.isPrimary)
        _ = try? await keeper.changeUser(info.userID) { user in
            user.email = primary?.email ?? ""
            user.isEmailVerified = primary.map { $0.verifiedAtMs > 0 } ?? false
        }
        return info
    }
}
