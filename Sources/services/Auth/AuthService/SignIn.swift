import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func signIn(
        _ request: SignInRequest, context: CallContext
    ) async throws -> SignInResponse {
        try await metrics.countingSignIn {
            let login = try Login(request)
            return try await withVerified { try await signIn(request, as: login, context) }
        }
    }

    /// Opens a session, if the password is correct. An unknown address, a malformed one and a wrong
    /// password cost the same work and give the same answer.
    ///
    /// - Returns: nil if the account is another than when the password was verified.
    private func signIn(
        _ request: SignInRequest, as login: Login, _ context: CallContext
    ) async throws -> SignInResponse? {
        let shown = OpaqueToken(request.deviceToken, kind: .device)
        switch try await verifier.check(request.password, of: login, from: shown, for: context) {
        case .wrong(let refusal):
            metrics.refusedSignIns.count(refusal)
            throw RPCError.violation(
                .unauthenticated, .wrongCredentials,
                "the e-mail address or display name, and the password, do not belong together")
        case .correct(let account, let known, let attempt):
            guard !account.mustResetPassword else {
                try await attempt.spend(
                    noting: SignInRefusalRecord(
                        .passwordReset, of: account.id, at: clock(), context))
                throw RPCError.passwordResetRequired("password")
            }
            guard
                let outcome = try await signIn(
                    to: account, on: SessionDevice(request), known: known,
                    keeping: request.deviceToken, spending: attempt, context)
            else { return nil }
            rehashes.addIfDue(account, request.password)
            return SignInResponse(
                session: outcome.session, tokens: outcome.tokens, deviceToken: outcome.deviceToken,
                pending: outcome.pending)
        }
    }
}

extension Login {
    /// - Throws: `RPCError` if the request has two.
    fileprivate init(_ request: SignInRequest) throws {
        guard request.email.isEmpty || request.displayName.isEmpty else {
            throw RPCError.malformed(
                "display_name",
                "sign in by the e-mail address or by the display name, not by both")
        }
        self =
            request.displayName.isEmpty ? .email(request.email) : .displayName(request.displayName)
    }
}

extension RPCError {
    static func passwordResetRequired(_ field: String) -> RPCError {
        .violation(
            .unauthenticated, .passwordResetRequired, field: field,
            "the password is correct, but must be replaced before it can be used again")
    }
}
