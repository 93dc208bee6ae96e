import Foundation
import HTTPTypes
import Introspection
import Metrics
import NIOCore
import NIOPosix
import RollcallBasics
import TestSupport
import Testing

@testable import Daemon

/// What `--metrics-http` answers.
struct MonitoringTests {
    private let health = HealthStatus()
    private let registry = MetricsRegistry(service: "games")
    private let monitoring: Monitoring

    init() {
        monitoring = Monitoring(health: health, metrics: RecentMetrics(registry))
        health.set(.serving)
    }

    /// The status, and the lines of the answer.
    private func get(
        _ path: String, _ method: HTTPRequest.Method = .get
    ) async throws -> (Int, [String]) {
        let answer = try await monitoring.answer(to: method, at: path)
        let lines = String(buffer: answer.text).split(separator: "\n").map(String.init)
        return (answer.status.code, lines)
    }

    @Test(arguments: ["/readyz", "/healthz"])
    func aProcessIsReadyWhileItTakesCallsAndNamesItsTroubles(_ path: String) async throws {
        #expect(try await get(path) == (200, ["serving"]))
        health.set(.impaired, ofDependency: "rollcall.mail", because: "192.0.2.1 does not answer")
        health.set(.good, ofDependency: "rollcall.clock")
        #expect(try await get(path) == (200, ["serving", "rollcall.mail"]))
        health.set(.missing, ofDependency: "rollcall.database", because: "db.internal is away")
        #expect(
            try await get(path) == (503, ["not serving", "rollcall.database", "rollcall.mail"]))
        health.set(.good, ofDependency: "rollcall.database")
        #expect(try await get(path).0 == 200)
    }

    @Test func aProcessThatDrainsIsAliveAndNotReady() async throws {
        health.beginDrain()
        #expect(try await get("/readyz") == (503, ["not serving"]))
        #expect(try await get("/livez") == (200, ["alive"]))
    }

    @Test func aProcessWhoseEventLoopStandsStillIsNotAlive() async throws {
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        var monitoring = monitoring
        monitoring.eventLoops = eventLoops
        let (gate, isOpen) = (DispatchSemaphore(value: 0), Flag())
        eventLoops.next().execute { gate.wait() }
        let answer = Task { [monitoring] in
            let status = try await monitoring.answer(to: .get, at: "/livez").status
            return (status, isOpen.isRaised)
        }
        // Time in which it could answer, if it did not wait.
        try await elapse(.milliseconds(50))
        isOpen.raise()
        gate.signal()
        let (status, wasOpen) = try await answer.value
        #expect(status == .ok && wasOpen)
        try await eventLoops.shutdownGracefully()
    }

    @Test func metricsAreThoseOfTheFileAndAtMostASecondOld() async throws {
        let counter = Counter(label: "a", factory: registry)
        counter.increment()
        let before = registry.text()
        #expect(
            String(buffer: try await monitoring.answer(to: .get, at: "/metrics").text) == before)
        counter.increment()
        try await eventually {
            let text = try await monitoring.answer(to: .get, at: "/metrics?x").text
            return String(buffer: text) == registry.text()
        }
    }

    @Test func ofManyWhoAskAtOnceAllGetOneText() async throws {
        let counter = Counter(label: "a", factory: registry)
        let recent = RecentMetrics(registry, age: .seconds(3600))
        let texts = await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    counter.increment()
                    return await recent.text
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts.count == 1)
    }

    @Test func nothingElseIsAnswered() async throws {
        for path in ["/", "", "*", "/metrics/", "/../metrics", "/readyzz", "//livez", "/METRICS"] {
            #expect(try await get(path) == (404, []), "\(path)")
        }
        for method in [HTTPRequest.Method.post, .put, .delete, .options, .connect] {
            #expect(try await get("/metrics", method) == (405, []), "\(method)")
        }
    }
}
