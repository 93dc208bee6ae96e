import Foundation
import Glibc
import Logging
import Metrics
import TestSupport
import Testing

@testable import Daemon

struct MetricsFileTests {
    private let directory: TemporaryDirectory
    private let registry = MetricsRegistry(service: "games")

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func file(_ name: String) -> MetricsFile {
        MetricsFile(
            path: "\(directory.path)/\(name)", registry: registry, logger: Logger(label: "test"),
            interval: .milliseconds(1))
    }

    @Test func itIsWrittenAnewAndForTheLastTimeAtTheEnd() async throws {
        let file = file("metrics.prom")
        let counter = Counter(label: "a", factory: registry)
        let writing = Task { try await file.run() }
        while !FileManager.default.fileExists(atPath: file.path) { await Task.yield() }
        counter.increment()
        writing.cancel()
        await #expect(throws: CancellationError.self) { try await writing.value }
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(
            text
                == "# HELP rollcall_a_total See metrics.md of Rollcall.\n"
                + "# TYPE rollcall_a_total counter\nrollcall_a_total{service=\"games\"} 1\n")
        let rest = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(rest == ["metrics.prom"])
    }

    @Test func everyoneMayReadItWhateverTheUmask() async throws {
        let file = file("metrics.prom")
        let old = umask(0o077)
        defer { umask(old) }
        let writing = Task { try await file.run() }
        writing.cancel()
        _ = await writing.result
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o644)
    }

    @Test func aDirectoryThatComesLaterIsNotTooLate() async throws {
        let file = file("later/metrics.prom")
        let writing = Task { try await file.run() }
        // So that it mostly has tried in vain; the outcome is the same if not.
        try await elapse(.milliseconds(5))
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/later", withIntermediateDirectories: false)
        try await eventually { FileManager.default.fileExists(atPath: file.path) }
        writing.cancel()
        _ = await writing.result
    }
}
