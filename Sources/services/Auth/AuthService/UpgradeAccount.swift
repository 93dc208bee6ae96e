import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    /// Needs no proof besides the session: there is no other, and who has the session has the
    /// account.
    package func upgradeAccount(
        _ request: UpgradeAccountRequest, context: CallContext
    ) async throws -> UpgradeAccountResponse {
        let (session, account) = try await callers.caller(of: context)
        guard try await store.waysIn(of: account.id).isNone else { throw RPCError.hasCredential }
        let (email, password) = try await credentials(request, account)
        try await verifier.checkForRoom(context)
        return try await limits.signUp(context) { permit in
            var broken = BrokenRules()
            if try await store.account(email: email) != nil { broken.addEmailTaken() }
            guard broken.isEmpty else { throw broken.refusal(of: UpgradeAccountRequest.self) }
            let hash = try await hasher.hash(password, for: context, of: account.id)
            let outcome = try await store.upgrade(
                account, to: email, hash, verifiedBy: challenges.draft(.verifyAddress),
                sending: limits.permit(.mailUnproved, of: .mailbox(email)), spending: permit,
                by: session.id, at: sessionClock)
            switch outcome {
            case .done: break
            case .hasCredential: throw RPCError.hasCredential
            case .emailTaken:
                broken.addEmailTaken()
                throw broken.refusal(of: UpgradeAccountRequest.self)
            }
            return UpgradeAccountResponse(
                session: session.message((email.text, false), configuration))
        }
    }

    private func credentials(
        _ request: UpgradeAccountRequest, _ account: Account
    ) async throws -> (EmailAddress, Password) {
        var broken = BrokenRules()
        let email = broken.check(email: request.email, in: configuration.mailDomains)
        let names = try await passwordRules.of(account).identities
        broken.check(
            password: request.password,
            by: PasswordRules(
                identities: names + [request.email, email?.text ?? ""],
                common: configuration.commonPasswords))
        guard broken.isEmpty, let email, let password = Password(request.password) else {
            throw broken.refusal(of: UpgradeAccountRequest.self)
        }
        return (email, password)
    }
}

extension RPCError {
    fileprivate static var hasCredential: RPCError {
        .violation(
            .failedPrecondition, .hasCredential,
            "the account has a way to sign in; add an address, or change the password")
    }

    /// A way to sign in that the deployment does not offer.
    static var signInWayOff: RPCError {
        .violation(
            .failedPrecondition, .signInWayOff, "this deployment does not offer this way to sign in"
        )
    }
}
