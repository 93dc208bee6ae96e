import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AccountService`, each in a file named for it.
package struct AccountHandler: AccountService {
    /// What the services of Auth have in common: the store, the password gate, the clock.
    let auth: AuthHandler
    let resetRequests: ResetRequests
    let codeTries: CodeTries

    var challenges: Challenges { auth.challenges }
    var mailLimits: MailLimits { auth.mailLimits }

    func info(of account: Account) async throws -> AccountInfo {
        let pending = try await auth.store.challenge(
            of: account.id, .changeAddressNew, now: auth.clock())
        return AccountInfo(
            userID: account.id.description,
            email: account.email,
            emailVerified: account.emailVerifiedAt != nil,
            locale: account.locale,
            createdAtMs: account.createdAt,
            passwordChangedAtMs: account.passwordChangedAt,
            pendingEmail: pending?.address ?? "")
    }
}
