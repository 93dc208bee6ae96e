import Foundation

/// What the account has stored: all of it at once, and its end.
extension Rollcall {
    /// The most bytes of an export. One has a photo, and texts of some megabytes at the most.
    static let longestExport = 64 << 20

    public func exportAccount(
        _ proof: Reauthentication?
    ) async throws(RollcallError) -> Data {
        let request = ExportAccountRequest(proof: proof)
        var archive = Data()
        do {
            for try await part in accountData.exportAccount(request) {
                archive += part.chunk
                guard archive.count <= Self.longestExport else {
                    throw RollcallError.tooLarge(Self.longestExport)
                }
            }
        } catch {
            throw RollcallError(error)
        }
        guard !Task.isCancelled else { throw .canceled }
        return archive
    }

    @discardableResult public func deleteAccount(
        _ proof: Reauthentication
    ) async throws(RollcallError) -> DeletionReceipt {
        let session = try await keeper.accessToken().sessionID
        let receipt = try await accountData.deleteAccount(
            DeleteAccountRequest(proof: proof))
        // The session has ended with its account: nothing is left to end at the server. If the
        // store fails, the session's watch signs the user out.
        try? await keeper.forget(session, because: .sessionEnded(.accountDeleted))
        return receipt
    }
}
