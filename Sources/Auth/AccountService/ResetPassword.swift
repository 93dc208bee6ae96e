import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func resetPassword(
        _ request: ResetPasswordRequest, context: CallContext
    ) async throws -> ResetPasswordResponse {
        let password = try newPassword(request)
        try await auth.gate.checkForRoom(context)
        let challenge = try await codeTries.count(context) { try await met(by: request) }
        guard let id = challenge.bond?.accountID, let account = try await auth.store.account(id: id)
        else { throw expired(request) }
        // Only now: before, these would tell whose account it is.
        try check(request.newPassword, by: try await auth.passwordRules(for: account))
        let hash: PasswordHash
        do {
            try await checkForReplacement(password, of: account, context)
            hash = try await auth.hasher.hash(password, for: context)
        } catch let error as RPCError where error.isOverload {
            // The code was correct and only the hash was refused: the attempt does not count.
            if case .mailedCode = request.proof {
                try await auth.store.giveBackTry(at: challenge)
            }
            throw error
        }
        let (device, token) = try auth.newDevice(of: id)
        let notice = try auth.notices.make(.passwordChanged, of: account, isProved: true)
        guard
            try await auth.store.resetPassword(
                by: challenge, to: hash, on: device, notice: notice, now: auth.clock())
        else { throw expired(request) }
        return ResetPasswordResponse(deviceToken: token.text)
    }

    private func met(by request: ResetPasswordRequest) async throws -> Challenge {
        switch request.proof {
        case .mailedCode(let proof):
            guard let key = ChallengeKey(flow: proof.flow) else {
                throw RPCError.codeExpired("mailed_code")
            }
            return try await challenges.met(by: proof.code, at: key, field: "mailed_code")
        case .linkToken(let token):
            let challenge = try await challenges.found(byLink: token)
            guard challenge.purpose == .resetPassword else { throw RPCError.linkInvalid }
            return challenge
        case nil:
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "mailed_code",
                "a code or the token of a link is needed")
        }
    }

    private func expired(_ request: ResetPasswordRequest) -> RPCError {
        if case .linkToken = request.proof { return RPCError.linkInvalid }
        return RPCError.codeExpired("mailed_code")
    }

    private func newPassword(_ request: ResetPasswordRequest) throws -> Password {
        try check(
            request.newPassword,
            by: PasswordRules(identities: [], common: auth.commonPasswords))
        guard let password = Password(request.newPassword) else { throw expired(request) }
        return password
    }

    /// An administrator who wants a password replaced wants another.
    private func checkForReplacement(
        _ password: Password, of account: Account, _ context: CallContext
    ) async throws {
        guard account.mustResetPassword else { return }
        guard try await !auth.gate.isUnchanged(password, of: account, for: context) else {
            throw RPCError.violation(
                .invalidArgument, .passwordUnchanged, field: "new_password",
                "the password is to be replaced by another one")
        }
    }

    private func check(_ password: String, by passwordRules: PasswordRules) throws {
        var rules = BrokenRules()
        rules.check(password: password, by: passwordRules, field: "new_password")
        guard rules.isEmpty else { throw rules.refusal(of: ResetPasswordRequest.self) }
    }
}
