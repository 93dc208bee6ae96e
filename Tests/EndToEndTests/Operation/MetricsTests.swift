import Foundation
import RollcallAPI
import RollcallRPC
import Testing

import func TestSupport.elapse

/// The metrics of the three services in one directory, as Prometheus's own programs see them.
@Suite struct MetricsTests {
    @Test func nodeExporterAndPromtoolHaveNothingToSay() async throws {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        func file(_ service: Cluster.Service) -> String {
            directory.appending(path: "rollcall-\(service.rawValue).prom").path
        }
        let cluster = try Cluster(ownArguments: { ["--metrics-file", file($0)] })
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        let profile = cluster.client(.profile)
        _ = try await eventually {
            try await ProfileServiceClient(profile).getProfile(
                GetProfileRequest(user: .id(ann.id)), options: ann.options())
        }
        profile.close()
        ann.leave()
        // What an interval has found out is in the gauges.
        try await elapse(.milliseconds(1200))
        for service in Cluster.Service.allCases { #expect(cluster[service].stop() == 0) }

        for service in Cluster.Service.allCases {
            let text = try String(contentsOfFile: file(service), encoding: .utf8)
            let verdict = try await run(tool("promtool"), ["check", "metrics"], input: text)
            #expect(verdict.status == 0 && verdict.text.isEmpty, "\(service): \(verdict.text)")
            // What has ended does not look as if it answered for ever.
            #expect(text.contains("\nrollcall_serving{service=\"\(service.rawValue)\"} 0.0\n"))
            // Ten seconds later it is written anew, and most RPCs are called by few.
            #expect(text.utf8.count < 100_000, "\(service): \(text.utf8.count)")
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                #expect(line.hasPrefix("rollcall_"), "\(line)")
                #expect(line.contains(#"service="\#(service.rawValue)""#), "\(line)")
            }
        }
        let scrape = try await run(
            "/usr/bin/python3",
            ["-c", Self.scrape, tool("prometheus-node-exporter"), directory.path])
        #expect(scrape.text.contains("\nnode_textfile_scrape_error 0\n"), "\(scrape.text)")
        #expect(!scrape.text.contains("level=error"), "\(scrape.text)")
        for service in Cluster.Service.allCases {
            for metric in Self.shared {
                #expect(
                    scrape.text.split(separator: "\n").contains {
                        $0.hasPrefix("\(metric){")
                            && $0.contains(#"service="\#(service.rawValue)""#)
                    }, "\(metric) of \(service)")
            }
        }
        let metrics = scrape.text.split(separator: "\n").filter { !$0.hasPrefix("ts=") }
        let verdict = try await run(
            tool("promtool"), ["check", "metrics"], input: metrics.joined(separator: "\n") + "\n")
        #expect(verdict.status == 0 && verdict.text.isEmpty, "\(verdict.text)")
    }

    private static let shared = [
        "rollcall_build_info", "rollcall_start_time_seconds", "rollcall_serving",
        "rollcall_dependency_good", "rollcall_disk_free_bytes", "rollcall_disk_size_bytes",
        "rollcall_rpc_server_calls_started_total",
        "rollcall_rpc_server_calls_duration_seconds_bucket",
    ]

    /// The file of a process before it says that calls are answered.
    @Test func aServiceThatCannotStartDoesNotLookLikeTheOneBefore() async throws {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "auth.prom")
        let before = "rollcall_serving{service=\"auth\"} 1.0\n"
        try Data(before.utf8).write(to: file)
        let output = try await run(
            Products.directory.appending(path: "rollcall-auth").path,
            [
                "--data", file.path, "--listen", "127.0.0.1:0", "--metrics-file", file.path,
            ])
        #expect(output.status != 0, "\(output.text)")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("rollcall_serving{service=\"auth\"} 0.0\n"))
        #expect(text.contains("rollcall_start_time_seconds{service=\"auth\"}"))
    }

    private func tool(_ name: String) -> String {
        Products.repository.appending(path: ".build/prometheus/usr/bin/\(name)").path
    }

    /// Prints what the node_exporter that is named first says, and logs, of the directory.
    private static let scrape = """
        import socket, subprocess, sys, time, urllib.request
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            place = "127.0.0.1:%d" % free.getsockname()[1]
        exporter = subprocess.Popen([
            sys.argv[1], "--collector.disable-defaults", "--collector.textfile",
            "--collector.textfile.directory=" + sys.argv[2], "--web.listen-address=" + place,
            "--web.disable-exporter-metrics"])
        try:
            for _ in range(500):
                try:
                    text = urllib.request.urlopen("http://" + place + "/metrics").read().decode()
                    break
                except OSError:
                    time.sleep(0.02)
            print(text)
        finally:
            exporter.kill()
            exporter.wait()
        """
}
