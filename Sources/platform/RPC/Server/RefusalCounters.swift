import Metrics
import Synchronization

/// Counts the connections that were closed because of a limit, by its name: `total`, `address`,
/// `opening`, `stranger`, `account` or `draining`. Under `system` it counts failures to accept.
final class RefusalCounters: Sendable {
    private let counters: [String: Counter]
    private let counts = Mutex<[String: Int]>([:])

    init() {
        let reasons =
            ConnectionLedger.Refusal.allCases.map(\.rawValue)
            + ConnectionLedger.Eviction.Reason.allCases.map(\.rawValue) + ["system"]
        counters = Dictionary(
            uniqueKeysWithValues: reasons.map { reason in
                (
                    reason,
                    Counter(
                        label: "rollcall_connections_refused", dimensions: [("reason", reason)])
                )
            })
    }

    func count(_ reason: String) {
        counters[reason]?.increment()
        counts.withLock { $0[reason, default: 0] += 1 }
    }

    subscript(reason: String) -> Int { counts.withLock { $0[reason, default: 0] } }
}
