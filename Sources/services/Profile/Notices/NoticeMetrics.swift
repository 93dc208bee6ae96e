import Metrics

/// What is said of notices that Auth does not have yet, and of open reports. Instances that share a
/// database say the same.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `profile.notices.waiting` | meter | how many there are |
/// | `profile.notices.age.seconds` | meter | how long ago the oldest was made; 0 for none |
/// | `profile.reports.photo.bytes` | meter | bytes of photos that only open reports keep |
struct NoticeMetrics: Sendable {
    private let store: ProfileStore
    private let clock: @Sendable () -> Int64
    private let waiting: Meter
    private let age: Meter
    private let reportBytes: Meter

    /// - Parameter clock: milliseconds since 1970-01-01 UTC.
    init(
        store: ProfileStore, clock: @escaping @Sendable () -> Int64,
        _ factory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.store = store
        self.clock = clock
        waiting = Meter(label: "profile.notices.waiting", factory: factory)
        age = Meter(label: "profile.notices.age.seconds", factory: factory)
        reportBytes = Meter(label: "profile.reports.photo.bytes", factory: factory)
    }

    /// Looks every ten seconds, until it is cancelled.
    func run() async {
        repeat { await measure() } while (try? await Task.sleep(for: .seconds(10))) != nil
    }

    func measure() async {
        guard let (count, oldest) = try? await store.waitingNotices() else { return }
        waiting.set(count)
        if let bytes = try? await store.bytesKeptForReports() { reportBytes.set(bytes) }
        age.set(oldest.map { Double(max(0, clock() - $0)) / 1000 } ?? 0)
    }
}
