import RollcallCrypto
import RollcallRPC

extension PresenceHub {
    /// Writes a change under the version that was reserved for it, and has it take effect.
    ///
    /// A version whose write may have succeeded, though it failed, stays reserved: after a restart
    /// no watch goes on from a later one.
    ///
    /// - Parameter version: what `reserveChange` returned.
    func settling(
        _ version: UInt64?, of user: UUIDv7, _ change: () async throws -> Void
    ) async throws {
        do {
            try await change()
        } catch let error as RPCError where error.code == .unknown {
            // The outcome of the transaction (`StorageError.unknownOutcome`).
            throw error
        } catch {
            withRoster { roster, _ in roster.settleChange(version, of: user) }
            throw error
        }
        withRoster { roster, _ in roster.settleChange(version, of: user) }
    }
}
