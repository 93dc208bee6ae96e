import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// Deletes the account, at all three services, and forgets the session here.
    ///
    /// - Parameter proof: that the account's owner asks: `.password(…)`, or `.mailedCode(…)` after
    ///   `sendReauthentication`. Nil is enough in a fresh session of an account that has neither.
    /// - Returns: the receipt, with which `accountData.getDeletionReceipt` reports the progress. It
    ///   is not shown again.
    /// - Throws: `RPCError`: `permissionDenied` (REAUTHENTICATION_REQUIRED) when a proof is needed,
    ///   or (WRONG_CREDENTIALS) when the account has another password; CODE_WRONG or CODE_EXPIRED
    ///   for a mailed code; `SessionError`.
    public func deleteAccount(proof: Reauthentication?) async throws -> String {
        let response = try await accountData.deleteAccount(DeleteAccountRequest(proof: proof))
        try await store.update { $0 = nil }
        return response.receipt
    }

    /// All data of the account: a POSIX archive, as `tar` reads it.
    ///
    /// - Parameters:
    ///   - proof: that the account's owner asks, as in `deleteAccount`. Nil is enough in a fresh
    ///     session.
    ///   - silence: how long Auth may send nothing. The archive as a whole may take longer.
    ///   - take: is given the next bytes, at most 65,536.
    /// - Throws: `RPCError`: what `deleteAccount` throws for the proof; `resourceExhausted`
    ///   (EXPORTED_TOO_OFTEN) for more than one an hour; `deadlineExceeded` after a silence;
    ///   `SessionError`; what `take` throws.
    public func exportAccount(
        proof: Reauthentication?, silence: Duration = .seconds(15),
        _ take: ([UInt8]) async throws -> Void
    ) async throws {
        let request = ExportAccountRequest(proof: proof)
        // The first answer comes after the proof was checked: until then it may be asked again.
        let (first, parts) = try await retryingWhenRefused {
            let parts = try await accountData.exportAccount(request)
            return (try await parts.next(within: silence), parts)
        }
        if let first { try await take(first.chunk) }
        while let part = try await parts.next(within: silence) { try await take(part.chunk) }
    }
}
