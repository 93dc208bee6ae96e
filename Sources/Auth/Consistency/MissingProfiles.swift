import Logging
import RollcallCrypto
import RollcallRPC

/// Adds the profiles that accounts lack, after another epoch has begun: then the database may be another
/// copy than Profile's. It takes nothing away.
struct MissingProfiles: Sendable {
    let store: AuthStore
    let check: ConsistencyCheck
    let backoff: Backoff
    let random: RandomSource
    let logger: Logger

    /// Looks at the start, and whenever another epoch begins, until it is cancelled. What a crash
    /// interrupts is begun again.
    func run() async {
        var failures = 0
        await store.epochBegun.run { _ in
            do {
                try await add()
                failures = 0
                return nil
            } catch is CancellationError {
                return nil
            } catch {
                failures += 1
                let chance = (try? random.chance()) ?? 0
                logger.debug("profiles cannot be added yet", metadata: ["error": "\(error)"])
                return backoff.pause(afterFailures: failures, chance: chance)
            }
        }
    }

    private func add() async throws {
        while let epoch = try await store.uncheckedEpoch() {
            let summary = try await check.run(.additions) { _ in }
            try await store.noteChecked(epoch)
            guard summary.findings > 0 else { continue }
            logger.warning(
                "after a restore, the services did not fit together: see rollcall admin check",
                metadata: [
                    "finding.count": "\(summary.findings)", "finding.open": "\(summary.unmended)",
                ])
        }
    }
}
