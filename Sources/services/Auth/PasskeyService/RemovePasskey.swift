import RollcallAPI
import RollcallRPC

extension PasskeyHandler {
    /// Sessions that were opened with it go on: their list says which devices they are of.
    package func removePasskey(
        _ request: RemovePasskeyRequest, context: CallContext
    ) async throws -> RemovePasskeyResponse {
        let (session, _) = try await callers.reauthenticate(
            request.proof, for: PasskeyServiceMethods.removePasskey, context)
        return try await withVerified {
            let (_, account) = try await callers.caller(of: context)
            let all = try await store.passkeys(of: account.id)
            guard let passkey = all.first(where: { $0.message.passkeyID == request.passkeyID })
            else {
                throw RPCError.violation(
                    .notFound, .passkeyNotFound, field: "passkey_id",
                    "the account does not have this passkey")
            }
            var ways = try await store.waysIn(of: account.id)
            if passkey.isVerifying { ways.passkeys -= 1 }
            try await names.checkForWayIn(
                with: ways, to: account.id, field: "passkey_id", context)
            let notice = try notices.make(
                .passkeyRemoved, of: account, variables: [.device: passkey.label])
            let isDone = try await store.remove(
                passkey, of: account, in: session.id, notice: notice, at: callers.sessionClock)
            return isDone ? RemovePasskeyResponse() : nil
        }
    }
}
