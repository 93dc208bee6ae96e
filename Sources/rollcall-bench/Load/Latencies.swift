import Histogram
import NIOCore

/// How long calls took. Taking one down costs an append; the histogram is filled afterwards.
struct Latencies: Sendable {
    /// Nanoseconds; 4.29 seconds at most.
    private var samples: [UInt32] = []

    init(expecting count: Int) {
        samples.reserveCapacity(count)
    }

    var count: Int { samples.count }

    mutating func add(_ time: TimeAmount) {
        samples.append(UInt32(clamping: time.nanoseconds))
    }

    mutating func add(_ others: Latencies) {
        samples += others.samples
    }

    /// Percentiles in microseconds, to three digits.
    var fields: [String: Report.Value] {
        var histogram = Histogram<UInt32>(highestTrackableValue: UInt64(UInt32.max))
        for sample in samples { _ = histogram.record(UInt64(max(sample, 1))) }
        func microseconds(_ percentile: Double) -> Report.Value {
            .decimal(Double(histogram.valueAtPercentile(percentile)) / 1_000)
        }
        return [
            "p50_us": microseconds(50), "p99_us": microseconds(99), "max_us": microseconds(100),
        ]
    }
}
