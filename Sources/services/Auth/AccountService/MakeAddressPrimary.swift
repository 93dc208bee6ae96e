import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func makeAddressPrimary(
        _ request: MakeAddressPrimaryRequest, context: CallContext
    ) async throws -> MakeAddressPrimaryResponse {
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: AccountServiceMethods.makeAddressPrimary, context)
        return try await withVerified {
            let (account, _, address) = try await address(request.email, of: account.id)
            if !address.isPrimary {
                // A link is mailed every time, and stays open for days.
                try await limits.spend([limits.mail(for: .session(session.id, of: account.id))])
                guard try await changePrimary(to: address.text, of: account, by: session) else {
                    return nil
                }
            }
            return MakeAddressPrimaryResponse(account: try await info(of: account.id))
        }
    }

    /// Makes an address primary. The former one gets a link that undoes it, and all that the
    /// account has afterwards are told.
    ///
    /// - Parameter challenges: as of `AuthStore.changePrimary`. With some, the former address goes.
    func changePrimary(
        to address: String, of account: Account, by session: AccountSession,
        using challenges: [Challenge] = []
    ) async throws -> Bool {
        let undo = try account.verifiedPrimary.map {
            try self.challenges.issue(
                .undoAddress, of: account, at: $0.text, newAddress: address)
        }
        let others = try await verified(of: account.id, besides: address)
            .filter { challenges.isEmpty || $0 != account.primary?.text }
        let notice = try notices.make(
            .addressArrived, of: account, at: [address] + others,
            variables: [.newAddress: address])
        return try await store.changePrimary(
            to: EmailAddress(address), of: account, by: session.id, using: challenges, undo: undo,
            notice: notice, at: callers.sessionClock)
    }

    /// An address of an account that a request names, and what else the account has by now.
    ///
    /// - Throws: `RPCError` (ADDRESS_NOT_FOUND).
    func address(
        _ text: String, of id: UUIDv7
    ) async throws -> (account: Account, all: [Address], named: Address) {
        let account = try await store.account(id: id).orThrow(.sessionEnded)
        let all = try await store.addresses(of: id)
        guard let email = try? EmailAddress(text),
            let named = all.first(where: { $0.canonical == email.canonical })
        else {
            throw RPCError.violation(
                .notFound, .addressNotFound, field: "email",
                "the account does not have this e-mail address")
        }
        return (account, all, named)
    }
}
