/// What a new password of an account must be: beside the rules for all, another text than the names
/// that the account is known by.
struct AccountPasswordRules: Sendable {
    let store: AuthStore
    let names: DisplayNames
    let common: CommonPasswords

    /// The rules while the account is not known yet.
    var withoutAccount: PasswordRules { PasswordRules(identities: [], common: common) }

    /// The names are the e-mail addresses, the display name of the sign-up and the one that Profile
    /// has now. While Profile does not answer, a password can be changed all the same.
    func of(_ account: Account) async throws -> PasswordRules {
        let addresses = try await store.addresses(of: account.id).map(\.text)
        let first = try await store.firstDisplayName(of: account.id)
        let profile = try? await names.export(account.id)?.profile
        try Task.checkCancellation()
        return PasswordRules(
            identities: addresses + [first, profile?.displayName].compactMap(\.self),
            common: common)
    }
}
