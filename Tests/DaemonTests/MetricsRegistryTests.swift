import Metrics
import Testing

@testable import Daemon

struct MetricsRegistryTests {
    private let registry = MetricsRegistry()

    @Test func aCounterIsATotal() {
        let dimensions = [("code", "OK"), ("method", "/a.B/C")]
        let counter = Counter(label: "calls.done", dimensions: dimensions, factory: registry)
        counter.increment(by: 2)
        counter.increment()
        #expect(
            registry.text() == """
                # TYPE calls_done_total counter
                calls_done_total{code="OK",method="/a.B/C"} 3

                """)
    }

    @Test func whoAsksTwiceGetsTheSameMetric() {
        Counter(label: "a", factory: registry).increment()
        Counter(label: "a", factory: registry).increment()
        #expect(registry.text().hasSuffix("a_total 2\n"))
    }

    @Test func aMeterIsWhatWasSetLast() {
        let meter = Meter(label: "running", factory: registry)
        meter.set(5)
        meter.decrement(by: 1.5)
        #expect(registry.text() == "# TYPE running gauge\nrunning 3.5\n")
    }

    @Test func aTimerIsAHistogramOfSeconds() {
        let timer = Timer(label: "wait", factory: registry)
        timer.recordMilliseconds(1)
        timer.recordMilliseconds(40)
        timer.recordSeconds(60)
        let lines = registry.text().split(separator: "\n")
        #expect(lines.first == "# TYPE wait_seconds histogram")
        // A value that is a bound belongs to it.
        #expect(lines.contains(#"wait_seconds_bucket{le="0.0005"} 0"#))
        #expect(lines.contains(#"wait_seconds_bucket{le="0.001"} 1"#))
        #expect(lines.contains(#"wait_seconds_bucket{le="0.05"} 2"#))
        #expect(lines.contains(#"wait_seconds_bucket{le="10.0"} 2"#))
        #expect(lines.contains(#"wait_seconds_bucket{le="+Inf"} 3"#))
        #expect(lines.contains("wait_seconds_sum 60.041"))
        #expect(lines.last == "wait_seconds_count 3")
    }

    @Test func aRecorderIsAHistogramOrAGauge() {
        Recorder(label: "sizes", factory: registry).record(5)
        Recorder(label: "last", dimensions: [], aggregate: false, factory: registry).record(7)
        let text = registry.text()
        #expect(text.contains("# TYPE last gauge\nlast 7.0\n"))
        #expect(text.contains("sizes_bucket{le=\"4.0\"} 0\nsizes_bucket{le=\"16.0\"} 1\n"))
    }

    @Test func aNameStandsOnceWhateverItsMetrics() {
        for method in ["b", "a"] {
            Counter(label: "calls", dimensions: [("method", method)], factory: registry).increment()
        }
        // The same name after its suffix, of another kind: it would end the reader's patience.
        Meter(label: "calls_total", factory: registry).set(1)
        #expect(
            registry.text() == """
                # TYPE calls_total counter
                calls_total{method="a"} 1
                calls_total{method="b"} 1

                """)
    }

    @Test func noValueEndsItsLineOrItsQuotes() {
        Counter(
            label: "9 lives", dimensions: [("a-b", "x\"} 1\r\ny\\")], factory: registry
        ).increment()
        #expect(
            registry.text()
                == "# TYPE _9_lives_total counter\n_9_lives_total{a_b=\"x\\\"} 1\r\\ny\\\\\"} 1\n")
    }

    @Test func aDestroyedMetricIsGone() {
        Counter(label: "a", factory: registry).destroy()
        Meter(label: "b", factory: registry).destroy()
        Timer(label: "c", factory: registry).destroy()
        Recorder(label: "d", factory: registry).destroy()
        #expect(registry.text().isEmpty)
    }

    @Test func nothingIsLostAmongThreads() async {
        let counter = Counter(label: "a", factory: registry)
        let timer = Timer(label: "t", factory: registry)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        counter.increment()
                        timer.recordNanoseconds(1)
                    }
                }
            }
        }
        #expect(registry.text().contains("a_total 8000\n"))
        #expect(registry.text().contains("t_seconds_count 8000\n"))
    }
}
