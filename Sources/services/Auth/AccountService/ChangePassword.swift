import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func changePassword(
        _ request: ChangePasswordRequest, context: CallContext
    ) async throws -> ChangePasswordResponse {
        let (_, account) = try await callers.caller(of: context)
        let password = try await newPassword(request, account)
        return try await withVerified {
            // A code would be used up for a hash that is refused.
            try await verifier.checkForRoom(context)
            let (session, account) = try await callers.reauthenticate(
                request.proof, for: AccountServiceMethods.changePassword, context)
            // Of a password that was given, `newPassword` has compared the texts.
            if case .mailedCode? = request.proof?.proof,
                try await verifier.isUnchanged(password, of: account, for: context)
            {
                throw RPCError.violation(
                    .invalidArgument, .passwordUnchanged, field: "new_password",
                    "the new password is the current one")
            }
            let hash = try await hasher.hash(password, for: context, of: account.id)
            let isDone = try await store.changePassword(
                of: account, to: hash, by: session.id,
                notice: try notices.make(.passwordChanged, of: account),
                at: callers.sessionClock)
            return isDone ? ChangePasswordResponse() : nil
        }
    }

    /// The new password, if it keeps the rules. It is compared with what the caller says is the
    /// current one: that says nothing of whether it is.
    private func newPassword(
        _ request: ChangePasswordRequest, _ account: Account
    ) async throws -> Password {
        var broken = BrokenRules()
        broken.check(
            password: request.newPassword,
            by: try await passwordRules.of(account), field: "new_password")
        let password = Password(request.newPassword)
        if let password, password.length > 0,
            case .password(let current)? = request.proof?.proof,
            password.secret == Password(current)?.secret
        {
            broken.add(
                .passwordUnchanged, "new_password", "the new password is the current one")
        }
        guard broken.isEmpty, let password else {
            throw broken.refusal(of: ChangePasswordRequest.self)
        }
        return password
    }
}
