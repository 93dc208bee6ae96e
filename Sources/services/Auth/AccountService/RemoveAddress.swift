import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func removeAddress(
        _ request: RemoveAddressRequest, context: CallContext
    ) async throws -> RemoveAddressResponse {
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: AccountServiceMethods.removeAddress, context)
        return try await withVerified {
            let (account, all, address) = try await address(request.email, of: account.id)
            try await checkRemoval(of: address, among: all, of: account, context)
            // No link for another one: whoever had once added it could follow that, to have the
            // account alone.
            let undo =
                try address.isPrimary && address.isVerified
                ? challenges.issue(.undoAddress, of: account, at: address.text) : nil
            let notice = try notices.make(
                .addressRemoved, of: account, at: address.isPrimary ? [] : all.map(\.text),
                variables: [.oldAddress: address.text])
            let isDone = try await store.removeAddress(
                EmailAddress(address.text), of: account, by: session.id, undo: undo, notice: notice,
                at: callers.sessionClock)
            guard isDone else { return nil }
            return RemoveAddressResponse(account: try await info(of: account.id))
        }
    }

    /// With another address there is a way in: it is verified, so it signs in together with the
    /// password, or gets the mail by which one is chosen.
    private func checkRemoval(
        of address: Address, among all: [Address], of account: Account, _ context: CallContext
    ) async throws {
        if all.count > 1 {
            guard address.isPrimary else { return }
            throw RPCError.violation(
                .failedPrecondition, .addressIsPrimary, field: "email",
                "mails go to this address; choose another primary one first")
        }
        var ways = try await store.waysIn(of: account.id)
        ways.addresses -= 1
        try await passwordRules.names.checkForWayIn(
            with: ways, to: account.id, field: "email", context)
    }
}

extension DisplayNames {
    /// Refuses a change that would leave an account without a way in.
    ///
    /// - Parameter ways: those that would be left.
    /// - Throws: `RPCError` (LAST_CREDENTIAL).
    func checkForWayIn(
        with ways: WaysIn, to account: UUIDv7, field: String, _ context: CallContext
    ) async throws {
        guard !ways.suffices else { return }
        let id = account.description
        guard ways.hasPassword, try await names(of: [id], for: context)[id]?.isEmpty == false else {
            throw RPCError.violation(
                .failedPrecondition, .lastCredential, field: field,
                "nobody could sign in to the account without it")
        }
    }
}
