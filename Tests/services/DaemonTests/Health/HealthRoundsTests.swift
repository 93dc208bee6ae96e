import InMemoryLogging
import Introspection
import Logging
import Metrics
import TestSupport
import Testing

@testable import Daemon

struct HealthRoundsTests {
    private let directory: TemporaryDirectory
    private let notifications: NotificationSocket
    private let supervisor: Supervisor?
    private let health = HealthStatus()
    private let disk: Disk
    private let log = InMemoryLogHandler()
    private let registry = MetricsRegistry(service: "test")

    init() throws {
        directory = try TemporaryDirectory()
        let path = "\(directory.path)/notify"
        notifications = try NotificationSocket(path)
        supervisor = Supervisor(environment: ["NOTIFY_SOCKET": path])
        disk = Disk(of: directory.path)
        health.set(.serving)
    }

    private func withRounds(
        clock: TestClock = TestClock(), _ body: () async throws -> Void
    ) async throws {
        let log = log
        let rounds = HealthRounds(
            health: health, disk: disk,
            gauges: HealthGauges(startedAt: 1_000_500, certificate: nil, factory: registry),
            supervisor: supervisor, logger: Logger(label: "test") { _ in log },
            interval: .milliseconds(5), clockLead: { clock.now() - clock.uptime() })
        let running = Task {
            try await rounds.run(answeringOn: "here", told: "Answering on here")
        }
        defer { running.cancel() }
        try await body()
    }

    private var lines: [String] { log.entries.map { "\($0.level) \($0.message)" } }

    private func expectGauge(_ sample: String, _ value: String) async throws {
        let line = "rollcall_\(sample) \(value)\n"
        try await eventually { registry.text().contains(line) }
    }

    @Test func refusedCallsAreToldOnceAndWhenItIsOver() async throws {
        try await withRounds {
            let serving = #"serving{service="test"}"#
            let good = #"dependency_good{service="test",dependency="auth"}"#
            try await expectGauge(serving, "1.0")
            health.set(.missing, ofDependency: "auth", because: "Auth is away")
            #expect(await notifications.receive() == "STATUS=Refusing calls: Auth is away")
            try await expectGauge(serving, "0.0")
            try await expectGauge(good, "0.0")
            health.set(.good, ofDependency: "auth")
            #expect(await notifications.receive() == "STATUS=Answering on here")
            try await expectGauge(serving, "1.0")
            try await expectGauge(good, "1.0")
            #expect(lines == ["error calls are refused", "notice calls are answered again"])
            #expect(log.entries.first?.metadata["health.reason"] == "Auth is away")
        }
    }

    @Test(arguments: [86_400, -86_400, 6])
    func aClockThatWasSetIsToldOnceWithBothTimes(seconds: Int64) async throws {
        let clock = TestClock()
        try await withRounds(clock: clock) {
            try await expectGauge(#"serving{service="test"}"#, "1.0")
            // It goes wrong by a little, and time passes.
            clock.set(by: 3_000)
            clock.advance(90_000)
            clock.set(by: seconds * 1000)
            try await eventually { !log.entries.isEmpty }
            health.set(.missing, ofDependency: "auth", because: "Auth is away")
            _ = await notifications.receive()
            #expect(lines.prefix(1) == ["warning the clock of this machine was set"])
            #expect(lines.filter { $0.contains("clock") }.count == 1)
            let times = ["clock.before_ms", "clock.now_ms"].map {
                Int64(log.entries.first?.metadata[$0]?.description ?? "") ?? 0
            }
            #expect([0, 3_000].contains(times[1] - times[0] - seconds * 1000))
        }
    }

    @Test func anImpairedDependencyIsLoggedOnceAndWhenItWorksAgain() async throws {
        health.set(.good, ofDependency: "store")
        try await withRounds {
            let good = #"dependency_good{service="test",dependency="store"}"#
            try await expectGauge(good, "1.0")
            for status in [HealthStatus.DependencyStatus.impaired, .missing, .impaired] {
                health.set(status, ofDependency: "store", because: "the store is away")
                _ = await notifications.receive()
            }
            health.set(.good, ofDependency: "store")
            #expect(await notifications.receive() == "STATUS=Answering on here")
            try await expectGauge(good, "1.0")
            #expect(
                lines == [
                    "error a dependency is impaired", "error calls are refused",
                    "notice calls are answered again", "notice a dependency works again",
                ])
            #expect(log.entries.first?.metadata["health.reason"] == "the store is away")
            #expect(log.entries.last?.metadata["health.name"] == "store")
        }
    }

    @Test func aFullDiskIsToldOnceAndWhenItIsOver() async throws {
        health.set(.good, ofDependency: Disk.name)
        try await withRounds {
            try await expectGauge(
                #"dependency_good{service="test",dependency="rollcall.disk"}"#, "1.0")
            disk.noteRefusal()
            let full = "STATUS=Answering on here; the disk is full, so what needs room is refused"
            #expect(await notifications.receive() == full)
            // There is room, in fact.
            #expect(await notifications.receive() == "STATUS=Answering on here")
            #expect(health.report.dependencies[Disk.name]?.status == .good)
            #expect(
                lines == ["error a dependency is impaired", "notice a dependency works again"])
            #expect(log.entries.allSatisfy { $0.metadata["health.name"] == "rollcall.disk" })
            let reason = log.entries.first?.metadata["health.reason"]
            #expect(reason == "the disk is full, so what needs room is refused")
            try await expectGauge(#"start_time_seconds{service="test"}"#, "1000.5")
            let text = registry.text()
            for name in ["disk_free_bytes", "disk_size_bytes", "build_info"] {
                #expect(text.contains("\nrollcall_\(name){"))
            }
        }
    }
}
