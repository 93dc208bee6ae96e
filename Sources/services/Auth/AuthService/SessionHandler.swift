import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers what users ask of sessions that there are, each call in a file named for it.
struct SessionHandler: Sendable {
    let store: AuthStore
    let authenticator: CurrentCallers
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// Ends sessions of the caller's account, if the caller's own is live.
    func revoke(_ revocation: AuthStore.Revocation, _ context: CallContext) async throws {
        try await store.revoke(revocation, by: context.sessionID, now: clock(), configuration)
    }
}

extension RPCError {
    static var sessionNotFound: RPCError {
        .violation(
            .notFound, .sessionNotFound, field: "session_id", "you have no session of this id")
    }
}
