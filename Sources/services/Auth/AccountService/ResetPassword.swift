import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func resetPassword(
        _ request: ResetPasswordRequest, context: CallContext
    ) async throws -> ResetPasswordResponse {
        let password = try newPassword(request)
        try await verifier.checkForRoom(context)
        let challenge = try await limits.guessing(by: .stranger(context.peer)) {
            try await met(by: request)
        }
        guard let id = challenge.bond?.accountID, let account = try await store.account(id: id)
        else { throw expired(request) }
        // Only now: before, these would tell whose account it is.
        try check(request.newPassword, by: try await passwordRules.of(account))
        let hash: PasswordHash
        do {
            try await checkForReplacement(password, of: account, context)
            hash = try await hasher.hash(password, for: context, of: id)
        } catch let error as RPCError where error.isOverload {
            // The code was correct and only the hash was refused: the attempt does not count.
            if case .mailedCode = request.proof {
                try await store.refundTry(at: challenge)
            }
            throw error
        }
        let (device, token) = try issuer.newDevice(of: id)
        // Beside a primary address that is not proved there is no other: the code went there.
        let notice = try notices.make(
            .passwordChanged, of: account, at: account.primary.map { [$0.text] })
        guard
            try await store.resetPassword(
                by: challenge, to: hash, on: device, notice: notice, now: clock())
        else { throw expired(request) }
        return ResetPasswordResponse(deviceToken: token.text)
    }

    private func met(by request: ResetPasswordRequest) async throws -> Challenge {
        switch request.proof {
        case .mailedCode(let proof):
            let key = try ChallengeKey(proof.flow, of: .resetPassword).orThrow(expired(request))
            return try await challenges.met(by: proof.code, at: key, field: "mailed_code.code")
        case .linkToken(let token):
            let challenge = try await challenges.found(byLink: token)
            guard challenge.purpose == .resetPassword else { throw RPCError.linkInvalid }
            return challenge
        case nil:
            throw RPCError.missing("proof", "a code or the token of a link is needed")
        }
    }

    private func expired(_ request: ResetPasswordRequest) -> RPCError {
        if case .linkToken = request.proof { return RPCError.linkInvalid }
        return RPCError.codeExpired("mailed_code.code")
    }

    private func newPassword(_ request: ResetPasswordRequest) throws -> Password {
        try check(request.newPassword, by: passwordRules.withoutAccount)
        return try Password(request.newPassword).orThrow(expired(request))
    }

    /// An administrator who wants a password replaced wants another.
    private func checkForReplacement(
        _ password: Password, of account: Account, _ context: CallContext
    ) async throws {
        guard account.mustResetPassword else { return }
        guard try await !verifier.isUnchanged(password, of: account, for: context) else {
            throw RPCError.violation(
                .invalidArgument, .passwordUnchanged, field: "new_password",
                "the password is to be replaced by another one")
        }
    }

    private func check(_ password: String, by rules: PasswordRules) throws {
        var broken = BrokenRules()
        broken.check(password: password, by: rules, field: "new_password")
        guard broken.isEmpty else { throw broken.refusal(of: ResetPasswordRequest.self) }
    }
}
