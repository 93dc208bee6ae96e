import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func changePassword(
        _ request: ChangePasswordRequest, context: CallContext
    ) async throws -> ChangePasswordResponse {
        let (_, account) = try await auth.caller(of: context)
        let password = try await newPassword(request, account)
        return try await withVerified {
            try await auth.reauthenticate(
                request.currentPassword, field: "current_password", context)
        } _: { session, account in
            let hash = try await auth.hasher.hash(password, for: context)
            let outcome = try await auth.store.changePassword(
                of: account, to: hash, by: session.id,
                notice: try auth.notices.make(.passwordChanged, of: account),
                now: auth.clock(), auth.configuration)
            switch outcome {
            case .done: return ChangePasswordResponse()
            case .callerEnded: throw RPCError.sessionEnded
            case .accountChanged: return nil
            }
        }
    }

    /// The new password, if it keeps the rules. It is compared with what the caller says is the
    /// current one: that says nothing of whether it is.
    private func newPassword(
        _ request: ChangePasswordRequest, _ account: Account
    ) async throws -> Password {
        var rules = BrokenRules()
        rules.check(
            password: request.newPassword,
            by: try await auth.passwordRules(for: account), field: "new_password")
        let password = Password(request.newPassword)
        if let password, password.length > 0,
            password.secret == Password(request.currentPassword)?.secret
        {
            rules.add(
                .passwordUnchanged, "new_password", "the new password is the current one")
        }
        guard rules.isEmpty, let password else {
            throw rules.refusal(of: ChangePasswordRequest.self)
        }
        return password
    }
}
