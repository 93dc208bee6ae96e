import Foundation
import Glibc
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

/// Daemons that have no descriptors left.
@Suite struct DescriptorTests {
    /// A cluster in which libdispatch does not end a service that has no descriptors.
    private func cluster(watching service: Cluster.Service) throws -> Cluster {
        let cluster = try Cluster()
        let library = cluster.directory.appending(path: "monitor.so")
        try compilePreload("monitor", to: library)
        cluster[service].environment = ["LD_PRELOAD": library.path]
        return cluster
    }

    /// Lets a process open nothing more while `body` runs.
    private func withoutDescriptors(
        _ process: ServiceProcess, _ body: () async throws -> Void
    ) async throws {
        let limit = ["--pid", "\(try #require(process.processID))"]
        let before = try await prlimit(
            limit + ["--nofile", "--output", "SOFT", "--noheadings", "--raw"])
        _ = try await prlimit(limit + ["--nofile=3:"])
        do {
            try await body()
        } catch {
            _ = try await prlimit(limit + ["--nofile=\(before):"])
            throw error
        }
        try #require(process.isRunning, "\(process.text)")
        _ = try await prlimit(limit + ["--nofile=\(before):"])
    }

    /// util-linux's.
    private func prlimit(_ arguments: [String]) async throws -> String {
        let output = try await run("/usr/bin/prlimit", arguments)
        try #require(output.status == 0, "\(output.text)")
        return output.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A large statement, such as an export or a sign-up, would open a temporary file.
    @Test func authGoesOnAndSaysThatItIsOverloaded() async throws {
        let cluster = try cluster(watching: .auth)
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        var refused = 0
        try await withoutDescriptors(cluster[.auth]) {
            for number in 0..<8 {
                let error = await refusal {
                    _ = try await ann.auth.signUp(Resident.form("bob\(number)"))
                }
                if let error {
                    #expect(error.reasons == [.overloaded], "\(error)")
                    refused += 1
                }
            }
        }
        #expect(cluster[.auth].isRunning, "\(cluster[.auth].text)")
        #expect(refused < 8)
        _ = try await ann.auth.signUp(Resident.form("carl"))
        #expect(cluster[.auth].stop() == 0)
    }

    @Test func profileRefusesAPhotoAndTakesItLater() async throws {
        let cluster = try cluster(watching: .profile)
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let client = cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        let photo = try Data(
            contentsOf: Products.repository.appending(path: "deploy/quickstart-photo.jpg"))
        func upload() async throws -> RPCError? {
            await refusal {
                try await profiles.upload(Array(photo), options: ann.options())
            }
        }
        #expect(try await upload() == nil)
        try await withoutDescriptors(cluster[.profile]) {
            let error = try await upload()
            #expect(error?.reasons == [.overloaded])
        }
        #expect(try await upload() == nil)
        #expect(cluster[.profile].stop() == 0)
    }

    /// With the limit that systemd and shells give: the daemon raises it, and keeps a reserve.
    @Test func strangersConnectionsLeaveDescriptorsForFiles() async throws {
        let cluster = try Cluster()
        try await cluster.start(.profile)
        let auth = Process()
        auth.executableURL = URL(filePath: "/bin/sh")
        let program = Products.directory.appending(path: "rollcall-auth").path
        auth.arguments = [
            "-c", "ulimit -S -n 200 && ulimit -H -n 300 && exec \"$@\"", "sh", program, "--data",
            cluster.directory.appending(path: "auth").path, "--listen",
            "\(cluster.endpoint(.auth))", "--profile", "\(cluster.endpoint(.profile))",
        ]
        let log = cluster.directory.appending(path: "auth.log")
        try Data().write(to: log)
        auth.standardError = try FileHandle(forWritingTo: log)
        try auth.run()
        defer { auth.terminate() }
        let isReady = try await holds {
            try String(contentsOf: log, encoding: .utf8).contains(" ready ")
        }
        try #require(isReady)
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect(text.contains("connections.maximum=1") && text.contains("descriptors.maximum=300"))

        guard case .unix(let path) = cluster.endpoint(.auth) else { return }
        let strangers = (0..<400).compactMap { _ in connect(to: path) }
        defer { for stranger in strangers { close(stranger) } }
        #expect(strangers.count > 200)
        for number in 0..<4 { _ = try await ann.auth.signUp(Resident.form("bob\(number)")) }
        let end = try String(contentsOf: log, encoding: .utf8)
        #expect(auth.isRunning, "\(end)")
    }

    private func connect(to path: String) -> CInt? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeBytes(of: &address) {
            Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, size)
        }
        if result == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
