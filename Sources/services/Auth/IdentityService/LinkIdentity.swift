import RollcallAPI
import RollcallRPC

extension IdentityHandler {
    package func linkIdentity(
        _ request: LinkIdentityRequest, context: CallContext
    ) async throws -> LinkIdentityResponse {
        let (session, _) = try await callers.caller(of: context)
        let asker = Asker.session(session.id, of: session.accountID)
        // First: a mailed code would be used up for an identity that is refused.
        let proved = try await limits.guessing(by: asker) {
            try await identities.proved(request.identity, else: .invalidArgument)
        }
        let title = identities.title(of: proved.identity.key.issuer)
        return try await withVerified {
            let (session, account) = try await callers.reauthenticate(
                request.proof, for: IdentityServiceMethods.linkIdentity, context)
            let isDone = try await store.link(
                proved.identity, to: account, by: session.id,
                notice: signIns.notices.make(
                    .identityLinked, of: account, variables: [.provider: title]),
                at: callers.sessionClock)
            guard isDone else { return nil }
            let linked = try await store.identities(of: account.id)
                .first { $0.key == proved.identity.key }
            return LinkIdentityResponse(identity: linked.map(message))
        }
    }
}
