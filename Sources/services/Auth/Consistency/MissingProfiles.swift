import Logging
import RollcallCrypto
import RollcallRPC

/// Adds the profiles that accounts lack, and ends the freezing of users whose account is back, after
/// another epoch has begun: then the database may be another copy than Profile's and Presence's. It takes
/// nothing away.
struct MissingProfiles: Sendable {
    let store: AuthStore
    let check: ConsistencyCheck
    let backoff: Backoff
    let random: RandomSource
    /// How long it fails before that is a warning.
    let warningTime: Duration
    let logger: Logger

    /// Looks at the start, and whenever another epoch begins, until it is cancelled. What a crash
    /// interrupts is begun again.
    func run() async {
        var failures = FailureSpell(warningTime: warningTime)
        await store.epochBegun.run { _ in
            do {
                try await add()
                failures.end()
                return nil
            } catch is CancellationError {
                return nil
            } catch {
                let isWarning = failures.fail(at: .now)
                logger.log(
                    level: isWarning ? .warning : .debug,
                    "the services cannot be compared yet, as after a restore: trying again",
                    metadata: [
                        "error": "\(error)", "failure.count": "\(failures.count)",
                    ])
                let chance = (try? random.chance()) ?? 0
                return backoff.pause(afterFailures: failures.count, chance: chance)
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
