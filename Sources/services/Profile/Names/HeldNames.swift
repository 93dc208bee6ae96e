import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    /// Answers a call of a user, who may have signed up a moment ago. Auth gives an access token
    /// out when the account exists, and may not have reached Profile since: so the caller's token
    /// proves that a name that the caller holds is the caller's own.
    ///
    /// - Throws: what `answer` throws, `profileNotFound` only if the caller holds no name.
    func confirmingOwnName<Answer>(
        _ context: CallContext, _ answer: () async throws -> Answer
    ) async throws -> Answer {
        let arrival = ContinuousClock.now
        do {
            return try await answer()
        } catch let error as RPCError where error.reasons == [.profileNotFound] {
            guard case .user = context.caller else { throw error }
            return try await padding.padding(since: arrival) { isTelling in
                isTelling = true
                guard try await store.confirmIfHeld(context.userID, now: clock()) else {
                    throw error
                }
                return try await answer()
            }
        }
    }
}
