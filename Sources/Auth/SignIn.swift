import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func signIn(
        _ request: SignInRequest, context: CallContext
    ) async throws -> SignInResponse {
        var rules = BrokenRules()
        let device = SessionDevice(request)
        rules.check(device)
        guard rules.isEmpty else { throw rules.refusal(fields: SessionDevice.fields) }
        while true {
            let account = try await verifiedAccount(request, context)
            let (session, token) = try newSession(of: account.id, on: device, context)
            // Verified against a password that is another by now: once more.
            guard try await store.open(session, of: account, configuration) else { continue }
            await rehashIfDue(account, request.password, context)
            return SignInResponse(
                session: message(session, of: account),
                tokens: try await tokens(of: session, refreshToken: token))
        }
    }

    /// The account with the address, if the password is its own. An unknown address, a malformed
    /// one and a wrong password cost the same work and give the same answer.
    private func verifiedAccount(
        _ request: SignInRequest, _ context: CallContext
    ) async throws -> Account {
        var account: Account?
        let isRight = try await gate.isRight(
            request.password, of: request.email, for: context
        ) {
            guard let email = try? EmailAddress(request.email) else { return nil }
            account = try await store.account(email: email)
            return account?.passwordHash
        }
        if isRight, let account { return account }
        throw RPCError.violation(
            .unauthenticated, .wrongCredentials,
            "the e-mail address and the password do not belong together")
    }

    /// Brings an old hash up to today's parameters, now that the password is known. That it could
    /// not be done is no reason to refuse the sign-in.
    private func rehashIfDue(
        _ account: Account, _ password: String, _ context: CallContext
    ) async {
        guard account.passwordHash.needsRehash(for: hasher.parameters),
            let password = Password(password)
        else { return }
        do {
            try await store.rehash(account, to: hasher.hash(password, for: context))
        } catch {
            logger.debug(
                "a password was not hashed anew",
                metadata: ["user.id": "\(account.id)", "error": "\(error)"])
        }
    }
}
