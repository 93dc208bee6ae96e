import Foundation
import Testing

/// The programs under what their units leave to them, as far as it goes without systemd.
@Suite(.enabled(if: getuid() == 0, "needs root, to become another user")) struct SandboxTests {
    /// Swift's runtime sets a priority for each of its threads, and complains to the system's log
    /// when it may not.
    @Test(arguments: Cluster.Service.allCases)
    func nothingIsComplainedOfInTheJournal(service: Cluster.Service) async throws {
        let user: UInt32 = 4321
        let directory = "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try #require(chown(directory, user, user) == 0)
        let name = "rollcall-\(service.rawValue)"
        let root = Products.repository
        let own = service == .auth ? [] : ["--auth", "unix:\(directory)/auth"]
        let output = try await run(
            "/usr/bin/python3",
            [
                root.appending(path: "Tests/EndToEndTests/Operation/sandbox.py").path,
                root.appending(path: "deploy/systemd/\(name).service").path, "\(user)",
                "/usr/bin/timeout", "--preserve-status", "2",
                Products.directory.appending(path: name).path, "--data", "\(directory)/data",
                "--listen", "unix:\(directory)/socket",
            ] + own,
            environment: ["LIBDISPATCH_LOG": "stderr"])
        #expect(output.status == 0, "\(output.text)")
        #expect(output.text.contains(" info ready "), "\(output.text)")
        #expect(!output.text.contains("thread priority"), "\(output.text)")
        // Profile has tried its worker, which enters a sandbox of its own within this one.
        #expect(!output.text.contains("photos get no sizes"), "\(output.text)")
    }
}
