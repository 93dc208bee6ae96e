import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func signIn(
        _ request: SignInRequest, context: CallContext
    ) async throws -> SignInResponse {
        try await metrics.countingSignIn { try await signIn(request, context) }
    }

    private func signIn(
        _ request: SignInRequest, _ context: CallContext
    ) async throws -> SignInResponse {
        guard request.email.isEmpty || request.displayName.isEmpty else {
            throw RPCError.malformed(
                "display_name",
                "sign in by the e-mail address or by the display name, not by both")
        }
        let device = SessionDevice(request)
        let shown = OpaqueToken(request.deviceToken, kind: .device)
        return try await withVerified {
            try await signIn(request, on: device, from: shown, context)
        }
    }

    /// Opens a session, if the password is correct. An unknown address, a malformed one and a wrong
    /// password cost the same work and give the same answer.
    ///
    /// - Returns: nil if the account is another than when the password was verified.
    private func signIn(
        _ request: SignInRequest, on device: SessionDevice, from token: OpaqueToken?,
        _ context: CallContext
    ) async throws -> SignInResponse? {
        var found: Account?
        let verdict: PasswordVerifier.Verdict<SignInResponse?>
        verdict = try await verifier.verdict(on: request.password, from: token, for: context) {
            found = try await readAccount(of: request, context)
            if let found, found.passwordHash == nil {
                logger.error(
                    "a password hash cannot be used; its owner can reset the password",
                    metadata: ["user.id": "\(found.id)"])
            }
            return PasswordVerifier.Claim(
                login: found?.email ?? login(of: request), accountID: found?.id,
                hash: found?.passwordHash(ifEnabledAt: clock()))
        } act: { known, permit in
            guard let account = found, !account.mustResetPassword else {
                return .failed(RPCError.passwordResetRequired)
            }
            let response = try await open(account, request, on: device, known, permit, context)
            guard let response else { return .refunded(nil) }
            rehashes.addIfDue(account, request.password)
            return .recorded(response)
        }
        switch verdict {
        case .correct(let response): return response
        case .wrong(let refusal):
            metrics.refusedSignIns.count(refusal)
            throw RPCError.violation(
                .unauthenticated, .wrongCredentials,
                "the e-mail address or display name, and the password, do not belong together")
        }
    }

    /// - Parameters:
    ///   - known: the caller's device, if the account knows it.
    ///   - permit: of the sign-in; spent if a session is opened.
    private func open(
        _ account: Account, _ request: SignInRequest, on device: SessionDevice,
        _ known: KnownDevice?, _ permit: Permit, _ context: CallContext
    ) async throws -> SignInResponse? {
        let (session, token) = try issuer.newSession(of: account.id, on: device, context)
        let new = try issuer.newDevice(of: account.id)
        // Before the commit: a session whose tokens cannot be made is not opened.
        let tokens = try await issuer.tokens(of: session, role: account.role, refreshToken: token)
        let isOpen = try await store.open(
            session, refreshedBy: token, of: account, on: known ?? new.device,
            telling: known == nil ? notice(of: session, account) : nil, spending: [permit],
            configuration)
        guard isOpen else { return nil }
        return SignInResponse(
            session: session.message(account.address, configuration), tokens: tokens,
            deviceToken: known == nil ? new.token.text : request.deviceToken)
    }

    /// Tells the owner of a session on a device that the account does not know.
    private func notice(of session: AccountSession, _ account: Account) throws -> Notice? {
        try notices.make(
            .newDevice, of: account,
            variables: [.device: session.device.label, .network: session.addressPrefix])
    }

    private func readAccount(
        of request: SignInRequest, _ context: CallContext
    ) async throws -> Account? {
        guard request.displayName.isEmpty else {
            let owner = try await names.owner(of: request.displayName, for: context)
            guard let owner else { return nil }
            return try await store.account(id: owner)
        }
        guard let email = try? EmailAddress(request.email) else { return nil }
        return try await store.account(email: email)
    }

    /// The key of the login limit for a login without an account. No e-mail address has a colon before
    /// its `@`, so a display name cannot share the key of an address.
    private func login(of request: SignInRequest) -> String {
        request.displayName.isEmpty ? request.email : "name:\(request.displayName.spaceTrimmed)"
    }
}

extension RPCError {
    static var passwordResetRequired: RPCError {
        .violation(
            .unauthenticated, .passwordResetRequired, field: "password",
            "the password is correct, but must be replaced before it can be used again")
    }
}
