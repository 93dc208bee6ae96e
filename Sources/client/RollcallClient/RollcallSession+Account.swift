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
}
