import Metrics
import Testing

@testable import Daemon

struct MetricsRegistryTests {
    private let registry = MetricsRegistry(service: "games")

    @Test func aCounterIsATotal() {
        let dimensions = [("code", "OK"), ("method", "/a.B/C")]
        let counter = Counter(label: "calls.done", dimensions: dimensions, factory: registry)
        counter.increment(by: 2)
        counter.increment()
        #expect(
            registry.text() == """
                # HELP rollcall_calls_done_total See metrics.md of Rollcall.
                # TYPE rollcall_calls_done_total counter
                rollcall_calls_done_total{service="games",code="OK",method="/a.B/C"} 3

                """)
    }

    @Test func whoAsksTwiceGetsTheSameMetric() {
        Counter(label: "a", factory: registry).increment()
        Counter(label: "a", factory: registry).increment()
        #expect(registry.text().hasSuffix("a_total{service=\"games\"} 2\n"))
    }

    @Test func aMeterIsWhatWasSetLast() {
        let meter = Meter(label: "running", factory: registry)
        meter.set(5)
        meter.decrement(by: 1.5)
        #expect(
            registry.text()
                == "# HELP rollcall_running See metrics.md of Rollcall.\n"
                + "# TYPE rollcall_running gauge\nrollcall_running{service=\"games\"} 3.5\n")
    }

    @Test func aTimerIsAHistogramOfSeconds() {
        let timer = Timer(label: "wait", factory: registry)
        timer.recordMilliseconds(1)
        timer.recordMilliseconds(40)
        timer.recordSeconds(60)
        let lines = registry.text().split(separator: "\n")
        #expect(lines[1] == "# TYPE rollcall_wait_seconds histogram")
        // A value that is a bound belongs to it.
        #expect(lines.contains(#"rollcall_wait_seconds_bucket{service="games",le="0.0005"} 0"#))
        #expect(lines.contains(#"rollcall_wait_seconds_bucket{service="games",le="0.001"} 1"#))
        #expect(lines.contains(#"rollcall_wait_seconds_bucket{service="games",le="0.05"} 2"#))
        #expect(lines.contains(#"rollcall_wait_seconds_bucket{service="games",le="10.0"} 2"#))
        #expect(lines.contains(#"rollcall_wait_seconds_bucket{service="games",le="+Inf"} 3"#))
        #expect(lines.contains(#"rollcall_wait_seconds_sum{service="games"} 60.041"#))
        #expect(lines.last == #"rollcall_wait_seconds_count{service="games"} 3"#)
    }

    @Test func aRecorderIsWhatWasRecordedLast() {
        Recorder(label: "last", dimensions: [], aggregate: false, factory: registry).record(7)
        #expect(
            registry.text().contains(
                "# HELP rollcall_last See metrics.md of Rollcall.\n"
                    + "# TYPE rollcall_last gauge\nrollcall_last{service=\"games\"} 7.0\n"))
    }

    @Test func aNameStandsOnceWhateverItsMetrics() {
        for method in ["b", "a"] {
            Counter(label: "calls", dimensions: [("method", method)], factory: registry).increment()
        }
        // The same name after its suffix, of another kind: it would end the reader's patience.
        Meter(label: "calls_total", factory: registry).set(1)
        #expect(
            registry.text() == """
                # HELP rollcall_calls_total See metrics.md of Rollcall.
                # TYPE rollcall_calls_total counter
                rollcall_calls_total{service="games",method="a"} 1
                rollcall_calls_total{service="games",method="b"} 1

                """)
    }

    @Test func noValueEndsItsLineOrItsQuotes() {
        Counter(
            label: "9 lives", dimensions: [("a-b", "x\"} 1\r\ny\\")], factory: registry
        ).increment()
        #expect(
            registry.text()
                == "# HELP rollcall_9_lives_total See metrics.md of Rollcall.\n"
                + "# TYPE rollcall_9_lives_total counter\n"
                + "rollcall_9_lives_total{service=\"games\",a_b=\"x\\\"} 1\r\\ny\\\\\"} 1\n")
    }

    @Test func aLabelMayHaveTheUnitAndThePrefixItself() {
        Meter(label: "tokens.revocations.age.seconds", factory: registry).set(2)
        Counter(label: "rollcall_connections_refused", factory: registry).increment()
        #expect(
            registry.text() == """
                # HELP rollcall_connections_refused_total See metrics.md of Rollcall.
                # TYPE rollcall_connections_refused_total counter
                rollcall_connections_refused_total{service="games"} 1
                # HELP rollcall_tokens_revocations_age_seconds See metrics.md of Rollcall.
                # TYPE rollcall_tokens_revocations_age_seconds gauge
                rollcall_tokens_revocations_age_seconds{service="games"} 2.0

                """)
    }

    @Test func whatHasNotHappenedIsNotWritten() {
        let counter = Counter(label: "a", factory: registry)
        let meter = Meter(label: "b", factory: registry)
        let timer = Timer(label: "c", factory: registry)
        let recorder = Recorder(label: "d", factory: registry)
        #expect(registry.text() == "")
        counter.increment()
        // A zero that was measured is something to see.
        meter.set(0)
        timer.recordNanoseconds(0)
        recorder.record(0)
        let text = registry.text()
        for line in [
            "a_total{service=\"games\"} 1\n", "b{service=\"games\"} 0.0\n",
            "c_seconds_count{service=\"games\"} 1\n", "d{service=\"games\"} 0.0\n",
        ] {
            #expect(text.contains("rollcall_\(line)"))
        }
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
        let text = registry.text()
        #expect(text.contains("rollcall_a_total{service=\"games\"} 8000\n"))
        #expect(text.contains("rollcall_t_seconds_count{service=\"games\"} 8000\n"))
    }
}
