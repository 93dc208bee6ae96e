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
    var fields: Figures {
        let histogram = histogram
        return [
            "p50_us": histogram.microseconds(50),
            "p99_us": histogram.microseconds(99),
            "max_us": histogram.microseconds(100),
        ]
    }

    /// How many calls were made in how long, and how long each took.
    ///
    /// - Parameters:
    ///   - warmUp: how many were made before these.
    ///   - perSecond: where that is not all of them over the time.
    func fields(over seconds: Double, warmUp: Int, perSecond: Double? = nil) -> Figures {
        let rates: Figures = [
            "calls": count, "all_calls": count + warmUp, "seconds": seconds,
            "calls_per_second": perSecond ?? Double(count) / seconds,
        ]
        return fields.merging(rates) { $1 }
    }

    /// In microseconds, to three digits.
    var p99: Double { histogram.microseconds(99) }

    private var histogram: Histogram<UInt32> {
        var histogram = Histogram<UInt32>(highestTrackableValue: UInt64(UInt32.max))
        for sample in samples { _ = histogram.record(UInt64(max(sample, 1))) }
        return histogram
    }
}

extension Histogram {
    /// Of nanoseconds that were recorded.
    fileprivate func microseconds(_ percentile: Double) -> Double {
        Double(valueAtPercentile(percentile)) / 1_000
    }
}
