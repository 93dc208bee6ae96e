import RollcallAPI
import RollcallRPC

extension RollcallSession {
    /// Deletes the account, at all three services, and forgets the session here.
    ///
    /// - Returns: the receipt, with which `accountData.getDeletionReceipt` reports the progress. It
    ///   is not shown again.
    /// - Throws: `RPCError`: `permissionDenied` (WRONG_CREDENTIALS) when the account has another
    ///   password; `SessionError`.
    public func deleteAccount(password: String) async throws -> String {
        let response = try await accountData.deleteAccount(
            DeleteAccountRequest(proof: .password(password)))
        try await store.update { $0 = nil }
        return response.receipt
    }

    /// All data of the account: a POSIX archive, as `tar` reads it.
    ///
    /// - Parameters:
    ///   - silence: how long Auth may send nothing. The archive as a whole may take longer.
    ///   - take: is given the next bytes, at most 65,536.
    /// - Throws: `RPCError`: `permissionDenied` (WRONG_CREDENTIALS); `resourceExhausted`
    ///   (EXPORTED_TOO_OFTEN) for more than one an hour; `deadlineExceeded` after a silence;
    ///   `SessionError`; what `take` throws.
    public func exportAccount(
        password: String, silence: Duration = .seconds(15),
        _ take: ([UInt8]) async throws -> Void
    ) async throws {
        let request = ExportAccountRequest(proof: .password(password))
        // The first answer comes after the password was checked: until then it may be asked again.
        let (first, parts) = try await retryingWhenRefused {
            let parts = try await accountData.exportAccount(request)
            return (try await parts.next(within: silence), parts)
        }
        if let first { try await take(first.chunk) }
        while let part = try await parts.next(within: silence) { try await take(part.chunk) }
    }
}
