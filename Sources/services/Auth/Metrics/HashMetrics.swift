import Metrics
import RollcallCrypto

/// What the hash workers count: their `watch`.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `auth.hash.depth` | meter | who waits |
/// | `auth.hash.running` | meter | |
/// | `auth.hash.wait` | timer | until a hash began |
/// | `auth.hash.time` | timer | of a hash |
/// | `auth.hash.shed` | counter | who was refused |
package struct HashMetrics: Sendable {
    private let depth, running: Meter
    private let wait, time: Timer
    private let shed: Counter

    /// - Parameter factory: the process's backend unless said otherwise.
    package init(factory: any MetricsFactory = MetricsSystem.factory) {
        depth = Meter(label: "auth.hash.depth", factory: factory)
        running = Meter(label: "auth.hash.running", factory: factory)
        wait = Timer(label: "auth.hash.wait", factory: factory)
        time = Timer(label: "auth.hash.time", factory: factory)
        shed = Counter(label: "auth.hash.shed", factory: factory)
    }

    @Sendable package func note(_ event: HashWorkerEvent) {
        switch event {
        case .load(let waiting, let running):
            depth.set(waiting)
            self.running.set(running)
        case .began(let waited):
            wait.recordNanoseconds(Int64(waited / .nanoseconds(1)))
        case .done(let took):
            time.recordNanoseconds(Int64(took / .nanoseconds(1)))
        case .shed:
            shed.increment()
        }
    }
}
