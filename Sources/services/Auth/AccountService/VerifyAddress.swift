import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func verifyAddress(
        _ request: VerifyAddressRequest, context: CallContext
    ) async throws -> VerifyAddressResponse {
        let (session, account) = try await callers.caller(of: context)
        // What cannot be a code is no guess.
        guard ChallengeCode(entered: request.code) != nil else { throw RPCError.codeWrong("code") }
        let email = try? EmailAddress(request.email)
        let isPrimary =
            request.email.isEmpty || email != nil && email?.canonical == account.primary?.canonical
        let challenge = try await limits.guessing(by: .session(session.id, of: account.id)) {
            let challenge = try await challenges.met(
                by: request.code,
                at: .account(account.id, isPrimary ? .verifyAddress : .addAddress), field: "code")
            // It was mailed to another address than the request says.
            guard try isPrimary || EmailAddress(challenge.address) == email else {
                throw RPCError.codeExpired("code")
            }
            return challenge
        }
        let notice =
            try await isPrimary
            ? nil
            : notices.make(
                .addressAdded, of: account,
                at: verified(of: account.id, besides: challenge.address),
                variables: [.newAddress: challenge.address])
        guard try await store.prove(by: challenge, notice: notice, now: clock()) else {
            throw RPCError.codeExpired("code")
        }
        return VerifyAddressResponse(account: try await info(of: account.id))
    }
}
