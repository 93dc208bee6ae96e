import Metrics

/// What the check of the photos' files reports with swift-metrics.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `profile.scrub.files` | counter | files that this instance has read |
/// | `profile.scrub.bytes` | counter | their bytes |
/// | `profile.scrub.damaged` | counter | of them, files that are damaged or missing |
/// | `profile.scrub.stopped` | meter | 1 while a pass does not go on, as its trouble says; otherwise 0 |
/// | `profile.scrub.pass.age` | meter | seconds since the last whole pass ended; none before the first |
/// | `profile.photos.damaged` | meter | photos that are marked as damaged |
struct ScrubMetrics: Sendable {
    private let factory: any MetricsFactory
    private let files: Counter
    private let bytes: Counter
    private let damaged: Counter
    private let stopped: Meter
    private let damagedPhotos: Meter

    init(factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
        files = Counter(label: "profile.scrub.files", factory: factory)
        bytes = Counter(label: "profile.scrub.bytes", factory: factory)
        damaged = Counter(label: "profile.scrub.damaged", factory: factory)
        stopped = Meter(label: "profile.scrub.stopped", factory: factory)
        damagedPhotos = Meter(label: "profile.photos.damaged", factory: factory)
    }

    func count(_ progress: ScrubProgress) {
        files.increment(by: progress.files)
        bytes.increment(by: progress.bytes)
        damaged.increment(by: progress.damagedFiles)
    }

    func publish(_ state: ScrubState, damagedPhotos count: Int) {
        stopped.set(state.trouble == nil ? 0 : 1)
        damagedPhotos.set(count)
        guard let endedAt = state.endedAt else { return }
        // Made with the first value: an age of 0 would be wrong until then.
        Meter(label: "profile.scrub.pass.age", factory: factory)
            .set(Double(state.now - endedAt) / 1000)
    }
}
