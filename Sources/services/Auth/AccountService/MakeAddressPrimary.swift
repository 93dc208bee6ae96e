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
            let (account, addresses, address) = try await address(request.email, of: account.id)
            // Beside an address that nobody has proved there is no other.
            if !address.isPrimary {
                let notice = try notices.make(
                    .addressArrived, of: account, at: addresses.map(\.text),
                    variables: [.newAddress: address.text])
                let isDone = try await store.makePrimary(
                    EmailAddress(address.text), of: account, by: session.id, notice: notice,
                    now: clock(), configuration)
                guard isDone else { return nil }
            }
            return MakeAddressPrimaryResponse(account: try await info(of: account.id))
        }
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
