import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func verifyAddress(
        _ request: VerifyAddressRequest, context: CallContext
    ) async throws -> VerifyAddressResponse {
        let (session, account) = try await callers.caller(of: context)
        let email = try? EmailAddress(request.email)
        let isPrimary =
            request.email.isEmpty || email != nil && email?.canonical == account.primary?.canonical
        let purpose = isPrimary ? ChallengePurpose.verifyAddress : .addAddress
        let challenge = try await callers.met(
            by: [(purpose, request.code, "code")], in: session)[0]
        // It was mailed to another address than the request says.
        guard try isPrimary || EmailAddress(challenge.address) == email else {
            throw RPCError.codeExpired("code")
        }
        let notice =
            try await isPrimary
            ? nil
            : notices.make(
                .addressAdded, of: account,
                at: verified(of: account.id, besides: challenge.address),
                variables: [.newAddress: challenge.address])
        let isDone = try await store.prove(
            by: challenge, in: session.id, notice: notice, at: callers.sessionClock)
        guard isDone else { throw RPCError.codeExpired("code") }
        return VerifyAddressResponse(account: try await info(of: account.id))
    }
}
