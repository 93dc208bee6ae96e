import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers `SignIn`: opens a session of the account whose password is given.
struct SignInHandler: Sendable {
    let store: AuthStore
    let names: DisplayNames
    let gate: PasswordGate
    let issuer: SessionIssuer
    let rehashes: RehashQueue
    let notices: Notices
    let refusals: CounterSet<PasswordGate.Refusal>
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger

    func signIn(
        _ request: SignInRequest, _ context: CallContext
    ) async throws -> SignInResponse {
        var rules = BrokenRules()
        let device = SessionDevice(request)
        rules.check(device)
        if !request.email.isEmpty, !request.displayName.isEmpty {
            rules.add(
                .fieldMalformed, "display_name",
                "sign in by the e-mail address or by the display name, not by both")
        }
        guard rules.isEmpty else {
            throw rules.refusal(of: SignInRequest.self)
        }
        let shown = OpaqueToken(request.deviceToken, kind: .device)
        return try await withVerified {
            try await verifiedAccount(request, from: shown, context)
        } _: { account, known, charge in
            let (session, token) = try issuer.newSession(of: account.id, on: device, context)
            let new = try issuer.newDevice(of: account.id)
            let isOpen = try await store.open(
                session, refreshedBy: token, of: account, on: known ?? new.device,
                telling: known == nil ? notice(of: session, account) : nil, counting: charge,
                configuration)
            guard isOpen else { return nil }
            rehashes.addIfDue(account, request.password)
            return SignInResponse(
                session: session.message(account.address, configuration),
                tokens: try await issuer.tokens(
                    of: session, role: account.role, refreshToken: token),
                deviceToken: known == nil ? new.token.text : request.deviceToken)
        }
    }

    /// Tells the owner of a session on a device that the account does not know.
    private func notice(of session: AccountSession, _ account: Account) throws -> Notice? {
        try notices.make(
            .newDevice, of: account,
            variables: [.device: session.device.label, .network: session.addressPrefix])
    }

    /// The account with the address or name, if the password is correct; the caller's device, if the
    /// account knows it; and what the sign-in counts against a limit. An unknown address, a malformed
    /// one and a wrong password cost the same work and give the same answer.
    private func verifiedAccount(
        _ request: SignInRequest, from token: OpaqueToken?, _ context: CallContext
    ) async throws -> (Account, KnownDevice?, Charge?) {
        var account: Account?
        let verdict = try await gate.verdict(on: request.password, from: token, for: context) {
            account = try await readAccount(of: request, context)
            if let account, account.passwordHash == nil {
                logger.error(
                    "a password hash cannot be used; its owner can reset the password",
                    metadata: ["user.id": "\(account.id)"])
            }
            return PasswordGate.Claim(
                login: account?.email ?? login(of: request), accountID: account?.id,
                hash: account?.passwordHash(ifEnabledAt: clock()))
        }
        if case .right(let device, let charge) = verdict, let account {
            guard !account.mustResetPassword else {
                if let charge { try await store.keep(charge) }
                throw RPCError.passwordResetRequired
            }
            return (account, device, charge)
        }
        if case .wrong(let refusal) = verdict { refusals.count(refusal) }
        throw RPCError.violation(
            .unauthenticated, .wrongCredentials,
            "the e-mail address or display name, and the password, do not belong together")
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
        request.displayName.isEmpty ? request.email : "name:\(request.displayName)"
    }
}

extension RPCError {
    static var passwordResetRequired: RPCError {
        .violation(
            .unauthenticated, .passwordResetRequired, field: "password",
            "the password is right, but must be replaced before it can be used again")
    }
}
