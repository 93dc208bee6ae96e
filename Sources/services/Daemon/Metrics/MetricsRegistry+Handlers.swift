import Metrics
import Synchronization

extension MetricsRegistry {
    /// Only grows.
    final class Count: CounterHandler {
        private let sum = Atomic<Int64>(0)

        var samples: [PrometheusText.Sample] {
            let total = sum.load(ordering: .relaxed)
            return total == 0 ? [] : [("", [], "\(total)")]
        }

        func increment(by amount: Int64) {
            sum.wrappingAdd(amount, ordering: .relaxed)
        }

        func reset() {
            sum.store(0, ordering: .relaxed)
        }
    }

    /// What was set last.
    final class Gauge: MeterHandler, RecorderHandler {
        private let current = Mutex<Double?>(nil)

        var samples: [PrometheusText.Sample] {
            current.withLock(\.self).map { [("", [], "\($0)")] } ?? []
        }

        func set(_ value: Int64) { set(Double(value)) }

        func set(_ value: Double) { current.withLock { $0 = value } }

        func increment(by amount: Double) { current.withLock { $0 = ($0 ?? 0) + amount } }

        func decrement(by amount: Double) { current.withLock { $0 = ($0 ?? 0) - amount } }

        func record(_ value: Int64) { set(value) }

        func record(_ value: Double) { set(value) }
    }

    /// How many times there were, up to each of some bounds and in all, and their sum.
    final class Times: TimerHandler {
        /// 100 µs to 10 s.
        private static let upperBounds = [
            0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
            1, 2.5, 5, 10,
        ]

        private struct State {
            /// By the bound; those beyond the last one come last.
            var counts: [Int]
            var sum = 0.0
        }

        private let state = Mutex(
            State(counts: Array(repeating: 0, count: upperBounds.count + 1)))

        func recordNanoseconds(_ duration: Int64) {
            let value = Double(duration) / 1e9
            let place = Self.upperBounds.firstIndex { value <= $0 } ?? Self.upperBounds.count
            state.withLock {
                $0.counts[place] += 1
                $0.sum += value
            }
        }

        /// Suffix, label and value of each line of a histogram.
        var samples: [PrometheusText.Sample] {
            let state = state.withLock { $0 }
            guard state.counts.contains(where: { $0 > 0 }) else { return [] }
            var samples: [PrometheusText.Sample] = []
            var count = 0
            for (bound, own) in zip(Self.upperBounds.map { "\($0)" } + ["+Inf"], state.counts) {
                count += own
                samples.append(("_bucket", [("le", bound)], "\(count)"))
            }
            samples.append(("_sum", [], "\(state.sum)"))
            samples.append(("_count", [], "\(count)"))
            return samples
        }
    }
}
