import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// The account that is signed in.
    ///
    /// - Throws: `SessionError`; `RPCError` when Auth cannot be reached.
    public func accountInfo() async throws -> AccountInfo {
        try await account.getAccount(GetAccountRequest()).account.orThrow(incompleteAnswer)
    }

    /// Chooses the language of the mails to the account.
    ///
    /// - Parameter locale: a language tag (BCP 47) such as `de-AT`; empty for the deployment's own.
    /// - Throws: `RPCError` (`invalidArgument`, FIELD_MALFORMED); `SessionError`.
    @discardableResult
    public func setLocale(_ locale: String) async throws -> AccountInfo {
        try await account.setLocale(SetLocaleRequest(locale: locale)).account.orThrow(
            incompleteAnswer)
    }

    /// Changes the password and ends all of the account's sessions but this one.
    ///
    /// - Throws: `RPCError`: `permissionDenied` (WRONG_CREDENTIALS) when the account has another
    ///   password; `invalidArgument` with a reason for each rule that the new one breaks;
    ///   `SessionError`.
    public func changePassword(from current: String, to new: String) async throws {
        _ = try await account.changePassword(
            ChangePasswordRequest(currentPassword: current, newPassword: new))
    }
}
