import Metrics
import RollcallAPI

/// What Presence reports with swift-metrics.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `presence.users` | meter | users that Presence knows of |
/// | `presence.users.visible` | meter | by `state`: users whom others see online, or away |
/// | `presence.leases` | meter | devices that are online |
/// | `presence.attached` | meter | streams of devices that are open |
/// | `presence.watches` | meter | watches that are open |
/// | `presence.watches.users` | meter | users watched, counted once for each watch |
/// | `presence.renewals` | counter | signs of life of devices |
/// | `presence.lease.ends` | counter | by `cause`: leases that have ended |
/// | `presence.detection.delay` | timer | how long after its time a lease has ended |
/// | `presence.fan_out.lag` | timer | from a change until its last watch wakes: a turn's longest |
/// | `presence.journal.rows` | counter | rows written so that a restart finds them again |
/// | `presence.journal.failures` | counter | attempts to write them that failed |
struct PresenceMetrics: Sendable {
    private let meters: [(meter: Meter, count: @Sendable (GetPresenceCountsResponse) -> UInt64)]
    private let renewals: Counter
    private let ends: [LeaseEnd: Counter]
    private let detectionDelay: Metrics.Timer
    private let fanOutLag: Metrics.Timer
    private let journalRows: Counter
    private let journalFailures: Counter

    init(factory: any MetricsFactory = MetricsSystem.factory) {
        func meter(_ label: String, state: String? = nil) -> Meter {
            let dimensions = state.map { [("state", $0)] } ?? []
            return Meter(label: "presence.\(label)", dimensions: dimensions, factory: factory)
        }
        meters = [
            (meter("users"), \.users), (meter("users.visible", state: "online"), \.onlineUsers),
            (meter("users.visible", state: "away"), \.awayUsers), (meter("leases"), \.leases),
            (meter("attached"), \.attached), (meter("watches"), \.watches),
            (meter("watches.users"), \.watchedUsers),
        ]
        renewals = Counter(label: "presence.renewals", factory: factory)
        ends = LeaseEnd.allCases.reduce(into: [:]) { ends, cause in
            ends[cause] = Counter(
                label: "presence.lease.ends", dimensions: [("cause", "\(cause)")], factory: factory)
        }
        detectionDelay = Timer(label: "presence.detection.delay", factory: factory)
        fanOutLag = Timer(label: "presence.fan_out.lag", factory: factory)
        journalRows = Counter(label: "presence.journal.rows", factory: factory)
        journalFailures = Counter(label: "presence.journal.failures", factory: factory)
    }

    func publish(
        _ counts: GetPresenceCountsResponse, _ leases: LeaseTally, fanOutLags: [Int64]
    ) {
        for (meter, count) in meters { meter.set(count(counts)) }
        renewals.increment(by: leases.renewals)
        for (cause, count) in leases.ends { ends[cause]?.increment(by: count) }
        for delay in leases.detectionDelays { detectionDelay.recordMilliseconds(delay) }
        for lag in fanOutLags { fanOutLag.recordMilliseconds(lag) }
    }

    /// - Parameter rows: nil if they could not be written.
    func countJournal(rows: Int?) {
        if let rows { journalRows.increment(by: rows) } else { journalFailures.increment() }
    }
}
