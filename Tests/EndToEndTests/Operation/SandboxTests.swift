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

    /// One service has stopped: SQLite then makes files in its directory, which must be its own.
    @Test func aBackupNeedsNothingElse() async throws {
        let cluster = try await Cluster.withPhotos(1)
        let data = cluster.directory.appending(path: "auth").path
        cluster[.auth].stop()
        for path in try [data] + FileManager.default.files(below: data) {
            try #require(chown(path, 4321, 4321) == 0)
        }
        let root = Products.repository
        let output = try await run(
            "/usr/bin/python3",
            [
                root.appending(path: "Tests/EndToEndTests/Operation/sandbox.py").path,
                root.appending(path: "deploy/systemd/rollcall-backup.service").path, "0",
                Products.directory.appending(path: "rollcall").path, "backup", "create",
                "--to", cluster.place,
            ]
                + Cluster.Service.allCases.flatMap {
                    ["--\($0)-data", cluster.directory.appending(path: $0.rawValue).path]
                }, environment: ["LIBDISPATCH_LOG": "stderr"])
        #expect(output.status == 0, "\(output.text)")
        #expect(!output.text.contains("thread priority"), "\(output.text)")
        for path in try FileManager.default.files(below: data) {
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_uid == 4321, "\(path)")
        }
    }
}
