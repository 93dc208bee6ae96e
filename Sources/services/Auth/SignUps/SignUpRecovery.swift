import Logging
import RollcallBasics

/// Ends the sign-ups that a crash, or a full disk, left half done: what was not committed is given
/// up, and Profile is told to release its display name.
struct SignUpRecovery: Sendable {
    let store: AuthStore
    let underWay: SignUpsUnderWay
    let outbox: Outbox
    let pause: Duration
    let logger: Logger

    /// Once, before the first call is answered.
    func recover() async throws {
        let count = try await store.abortAbandoned(isUnderWay: underWay.contains)
        guard count > 0 else { return }
        logger.info("sign-ups were given up", metadata: ["sign_up.count": "\(count)"])
        outbox.wake()
    }

    /// Again and again until it is cancelled, for those whose end could not be written down.
    func run() async {
        await repeating(every: pause) {
            try await recover()
        } failed: { error in
            logger.error("sign-ups could not be given up", metadata: ["error": "\(error)"])
        }
    }
}
