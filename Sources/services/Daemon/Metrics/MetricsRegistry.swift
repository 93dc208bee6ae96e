import Metrics
import Synchronization

/// What the process counts and measures: the backend of swift-metrics, for
/// `MetricsSystem.bootstrap`. Each sample has the label `service`, so that those of several
/// processes can be told apart.
///
/// A metric is known by its kind, label and dimensions: who makes it twice gets the same one. It
/// stays as long as the process. Labels and dimensions come from the program alone, never from a
/// caller, so there are as many metrics as the program names.
final class MetricsRegistry: MetricsFactory {
    /// A metric of one kind.
    struct Key: Hashable {
        let label: String
        let dimensions: [Dimension]

        init(_ label: String, _ dimensions: [(String, String)]) {
            self.label = label
            self.dimensions = dimensions.map(Dimension.init)
        }
    }

    struct Dimension: Hashable {
        let name: String
        let value: String
    }

    private struct Handlers {
        var counts: [Key: Count] = [:]
        var gauges: [Key: Gauge] = [:]
        var times: [Key: Times] = [:]
    }

    private let service: String
    private let handlers = Mutex(Handlers())

    /// - Parameter service: such as `auth`.
    init(service: String) {
        self.service = service
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(\.counts, label, dimensions) { Count() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(\.gauges, label, dimensions) { Gauge() }
    }

    /// No program records a distribution of anything but times.
    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        metric(\.gauges, label, dimensions) { Gauge() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(\.times, label, dimensions) { Times() }
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    private func metric<Handler: Sendable>(
        _ kind: WritableKeyPath<Handlers, [Key: Handler]>, _ label: String,
        _ dimensions: [(String, String)], make: () -> Handler
    ) -> Handler {
        let key = Key(label, dimensions)
        return handlers.withLock { handlers in
            if let known = handlers[keyPath: kind][key] { return known }
            let new = make()
            handlers[keyPath: kind][key] = new
            return new
        }
    }

    /// Those that have counted or measured something, as they are now, in the text format that
    /// Prometheus reads. Most RPCs of a service are called by few, and each has a histogram.
    func text() -> String {
        let handlers = handlers.withLock { $0 }
        var text = PrometheusText(labels: [("service", service)])
        text.add(handlers.counts, as: .counter) { $0.samples }
        text.add(handlers.gauges, as: .gauge) { $0.samples }
        text.add(handlers.times, as: .histogram, unit: "seconds") { $0.samples }
        return text.description
    }
}
