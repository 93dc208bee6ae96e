import RollcallAPI
import RollcallRPC

extension IdentityHandler {
    package func unlinkIdentity(
        _ request: UnlinkIdentityRequest, context: CallContext
    ) async throws -> UnlinkIdentityResponse {
        let (session, _) = try await callers.reauthenticate(
            request.proof, for: IdentityServiceMethods.unlinkIdentity, context)
        return try await withVerified {
            let (_, account) = try await callers.caller(of: context)
            let identity = try await identity(request, of: account)
            let title = identities.title(of: identity.key.issuer)
            var ways = try await store.waysIn(of: account.id)
            ways.identities -= 1
            try await names.checkForWayIn(with: ways, to: account.id, field: "provider", context)
            let isDone = try await store.unlink(
                identity.key, from: account, by: session.id,
                notice: signIns.notices.make(
                    .identityUnlinked, of: account, variables: [.provider: title]),
                at: callers.sessionClock)
            return isDone ? UnlinkIdentityResponse() : nil
        }
    }

    /// - Throws: `RPCError` (IDENTITY_NOT_FOUND).
    private func identity(
        _ request: UnlinkIdentityRequest, of account: Account
    ) async throws -> LinkedIdentity {
        let found = try await store.identities(of: account.id).filter {
            identities.name(of: $0.key.issuer) == request.provider
                && (request.subject.isEmpty || $0.key.subject == request.subject)
        }
        guard let identity = found.first else {
            throw RPCError.violation(
                .notFound, .identityNotFound, field: "provider",
                "your account does not have this identity")
        }
        guard found.count == 1 else {
            throw RPCError.missing("subject", "you have several identities of this provider")
        }
        return identity
    }
}
