import NIOCore

/// How many handlers of one RPC may run at once, found from how long they take: the gradient
/// algorithm of Netflix's concurrency-limits ("Performance Under Load", 2018), with a probe now and
/// then, as in brpc, for the time that calls take without load.
///
/// It counts in windows. As long as calls take no longer than is harmless the limit grows, else it
/// shrinks in proportion: a server that can work on K calls at once settles a little above K,
/// however many are asked of it. While nothing is slow it never refuses what it took before.
struct AdaptiveLimit {
    struct Configuration: Sendable {
        /// Never less than this many at once.
        var minimum = 8
        /// Never more than this many at once.
        var maximum = 1024
        /// The limit before anything is known.
        var initial = 256
        /// How much longer than without load a call may take before the limit shrinks: this much,
        /// or half as long again if that is more.
        var harmlessDelay = TimeAmount.milliseconds(20)
        /// The time after which the limit is looked at.
        var window = TimeAmount.milliseconds(100)
        /// Calls that a window has at least: the mean of a few says little.
        var samples = 10
        /// While calls are slow, how soon the time without load is measured anew. The time doubles
        /// up to `longestProbeInterval` while it is found to be the same.
        var probeInterval = TimeAmount.seconds(1)
        var longestProbeInterval = TimeAmount.seconds(16)
    }

    private let configuration: Configuration
    private var limit: Double
    /// The mean time of a call without load, in nanoseconds.
    private var noLoad: Double?
    private var window: Window?
    private var probe: Probe?
    private var nextProbe = NIODeadline.uptimeNanoseconds(0)
    private var probeInterval: TimeAmount

    init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        self.limit = Double(configuration.initial)
        self.probeInterval = configuration.probeInterval
    }

    var current: Int { Int(limit) }

    /// Notes a handler that has ended.
    ///
    /// - Parameters:
    ///   - time: how long it ran.
    ///   - running: how many ran at once, this one among them.
    mutating func ended(after time: TimeAmount, running: Int, at now: NIODeadline) {
        var window = self.window ?? Window(start: now)
        // What began before the probe began was still slowed down by what ran beside it.
        guard probe == nil || now - time >= window.start else { return }
        window.add(time, running: running)
        self.window = window
        guard now - window.start >= configuration.window, window.count >= configuration.samples
        else { return }
        self.window = Window(start: now)
        adapt(to: window, at: now)
    }

    /// Nothing has run for a while: what made calls slow then need not do so now.
    mutating func rest() {
        limit = max(limit, bounded(Double(configuration.initial)))
        (window, probe) = (nil, nil)
    }

    private mutating func adapt(to window: Window, at now: NIODeadline) {
        if let probe { return go(on: probe, with: window, at: now) }
        let known = noLoad ?? window.mean
        let noLoad = window.mean < known ? known + (window.mean - known) / 10 : known
        self.noLoad = noLoad
        let harmless = max(noLoad * 1.5, noLoad + Double(configuration.harmlessDelay.nanoseconds))
        guard window.mean > harmless else { return grow(after: window) }
        guard now >= nextProbe else { return shrink(after: window, by: harmless / window.mean) }
        halve(for: Probe(limitBefore: limit, lastMean: window.mean), window)
    }

    /// Only a limit that is nearly reached has a reason to grow.
    private mutating func grow(after window: Window) {
        guard window.peak * 2 >= current else { return }
        limit = bounded(limit + limit.squareRoot() / 2)
    }

    private mutating func shrink(after window: Window, by gradient: Double) {
        let used = min(limit, Double(window.peak))
        let wanted = used * max(0.5, gradient) + used.squareRoot()
        limit = bounded((limit + wanted) / 2)
    }

    private func bounded(_ limit: Double) -> Double {
        min(Double(configuration.maximum), max(Double(configuration.minimum), limit))
    }
}

/// Probes: half of the concurrency for one window, and half again as long as that makes calls faster.
extension AdaptiveLimit {
    private struct Probe {
        /// The limit that holds when the probe has ended.
        var limitBefore: Double
        /// The mean time of a call at twice the concurrency.
        var lastMean: Double
        /// Whether the time without load was found to be another than was thought.
        var hasLearnt = false
    }

    private mutating func halve(for probe: Probe, _ window: Window) {
        self.probe = probe
        limit = bounded(min(limit, Double(window.peak)) / 2)
    }

    private mutating func go(on probe: Probe, with window: Window, at now: NIODeadline) {
        var probe = probe
        if window.mean < 0.8 * (noLoad ?? window.mean) { probe.hasLearnt = true }
        noLoad = window.mean
        if window.mean < 0.8 * probe.lastMean, current > configuration.minimum {
            probe.limitBefore = min(probe.limitBefore, 2 * limit)
            probe.lastMean = window.mean
            return halve(for: probe, window)
        }
        self.probe = nil
        limit = probe.limitBefore
        probeInterval =
            probe.hasLearnt
            ? configuration.probeInterval
            : min(probeInterval + probeInterval, configuration.longestProbeInterval)
        nextProbe = now + probeInterval
    }

    private struct Window {
        let start: NIODeadline
        var count = 0
        /// Nanoseconds of all its calls.
        var total = 0.0
        /// The most handlers that ran at once.
        var peak = 0

        var mean: Double { total / Double(count) }

        init(start: NIODeadline) {
            self.start = start
        }

        mutating func add(_ time: TimeAmount, running: Int) {
            count += 1
            total += Double(time.nanoseconds)
            peak = max(peak, running)
        }
    }
}
