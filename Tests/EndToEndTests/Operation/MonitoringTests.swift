import Foundation
import Glibc
import RollcallAPI
import RollcallRPC
import TestAuthority
import TestObjectStore
import Testing

import func TestSupport.elapse

/// `--metrics-http`, as Prometheus, load balancers and strangers see it.
@Suite struct MonitoringTests {
    private static let alerts = file("deploy/prometheus/alerts.yml")
    private static let dashboard = file("deploy/grafana/rollcall.json")

    private static func file(_ path: String) -> String {
        Products.repository.appending(path: path).path
    }

    private static func tool(_ name: String) -> String {
        file(".build/prometheus/usr/bin/\(name)")
    }

    private func script(_ arguments: [String]) async throws -> ProgramOutput {
        let script = Self.file("Tests/EndToEndTests/Operation/monitoring.py")
        return try await run("/usr/bin/python3", [script] + arguments)
    }

    /// A cluster in which each service also answers at a port of its own.
    private func cluster(
        verifierArguments: [String] = []
    ) throws -> (cluster: Cluster, place: (Cluster.Service) -> String) {
        let ports = try FreePorts.find(Cluster.Service.allCases.count)
        let places = Dictionary(
            uniqueKeysWithValues: zip(Cluster.Service.allCases, ports).map {
                ($0, "127.0.0.1:\($1)")
            })
        let cluster = try Cluster(
            verifierArguments: verifierArguments,
            ownArguments: { ["--metrics-http", places[$0] ?? ""] })
        return (cluster, { places[$0] ?? "" })
    }

    /// What Prometheus has found.
    private struct Findings: Decodable {
        let names, up, firing, shown, empty: [String]
    }

    @Test func prometheusScrapesEveryProcessAndTheDashboardShowsWhatItFinds() async throws {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let targets = try FreePorts.find(4).map { "127.0.0.1:\($0)" }
        let places = Dictionary(uniqueKeysWithValues: zip(Cluster.Service.allCases, targets))
        let written = directory.appending(path: "auth.prom")
        let door = try await Door(
            ["--metrics-http", targets[3]],
            ownArguments: {
                ["--metrics-http", places[$0] ?? ""]
                    + ($0 == .auth ? ["--metrics-file", written.path] : [])
            })
        let ann = try await Resident(
            "zeppelin", at: door.cluster.endpoint(.auth), door.cluster.spool)
        let options = try ann.options()
        let presence = door.cluster.client(.presence)
        _ = try await eventually {
            try await PresenceServiceClient(presence).goOnline(
                GoOnlineRequest(deviceID: "phone"), options: options)
        }
        presence.close()
        ann.leave()
        let check = "\(door.address)/rollcall.v1.ProfileService/CheckDisplayName"
        for _ in 0..<2 {
            _ = try await curl([
                check, "-H", "Content-Type: application/json", "-d", #"{"displayName": "x"}"#,
            ])
        }
        let output = try await script(
            ["prometheus", Self.tool("prometheus"), directory.path, Self.alerts, Self.dashboard]
                + targets)
        try #require(output.status == 0, "\(output.text)\n\(door.logs)")
        let found = try JSONDecoder().decode(Findings.self, from: Data(output.text.utf8))
        #expect(Set(found.up) == Set(targets))
        #expect(found.firing.isEmpty, "\(found.firing)")
        // What has not happened here.
        #expect(Set(found.empty).isSubset(of: Self.eventful), "\(found.empty)")
        #expect(
            Set(found.shown).isSuperset(of: ["Calls", "Latency, p99", "Sign-ins", "Disk left"]))
        let documented = try Self.documentedNames()
        let names = found.names.filter { $0.hasPrefix("rollcall_") }.map(Self.family)
        #expect(names.count > 20)
        for name in Set(names) where !documented.contains(name) {
            Issue.record("\(name) is not in deploy/metrics.md")
        }
        // The file of the same process has the same metrics.
        let text = try String(contentsOf: written, encoding: .utf8)
        let scrape = try await curl(["http://\(targets[0])/metrics"])
        let scraped = String(decoding: scrape.body, as: UTF8.self)
        #expect(scrape.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(!scraped.contains("zeppelin"))
        for line in text.split(separator: "\n") where line.hasPrefix("#") {
            #expect(scraped.contains(line + "\n"), "\(line)")
        }
        #expect(door.stop() == 0)
    }

    /// Panels of what happens seldom.
    private static let eventful: Set = [
        "Certificates end in", "Errors", "Refused under load", "Wrong sign-ins",
        "Refused by limits", "Work that did not succeed", "Photos over HTTP", "Leases that ended",
        "Sessions: refreshes, and ends", "Change until the last watch, p99",
    ]

    /// The name of a histogram, of those of its samples.
    private static func family(_ name: String) -> String {
        String(name.replacing(/_(bucket|sum|count)$/, with: ""))
    }

    /// The names in the table of deploy/metrics.md.
    private static func documentedNames() throws -> Set<String> {
        let page = try String(contentsOfFile: file("deploy/metrics.md"), encoding: .utf8)
        let rows = page.components(separatedBy: "## All metrics").last?.split(separator: "\n") ?? []
        var names: Set<String> = []
        for row in rows where row.hasPrefix("| ") {
            let cell = row.split(separator: "|")[1]
            for match in cell.matches(of: /`([^`]+)`/) {
                names.formUnion(expanded(String(match.1)).map { "rollcall_" + $0 })
            }
        }
        return names
    }

    /// `a_{b,c}_{d,e}` as the shell has it: four names.
    private static func expanded(_ name: String) -> [String] {
        guard let braces = name.firstMatch(of: /\{([^}]*)\}/) else { return [name] }
        return braces.1.split(separator: ",").flatMap {
            expanded(name.replacingCharacters(in: braces.range, with: $0))
        }
    }

    /// A name that nothing has would show an empty panel, or never fire.
    @Test func theAlertsAndTheDashboardUseMetricsThatThereAre() throws {
        let documented = try Self.documentedNames()
        #expect(documented.contains("rollcall_rpc_server_bytes_sent_total"))
        for file in [Self.alerts, Self.dashboard] {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let names = Set(text.matches(of: /rollcall_[a-z0-9_]+/).map { String($0.0) })
            #expect(names.count > 8)
            for name in names where !documented.contains(Self.family(name)) {
                Issue.record("\(file): there is no metric \(name)")
            }
        }
    }

    @Test func eachAlertFiresWhenItShouldAndNotOtherwise() async throws {
        let tests = Self.file("Tests/EndToEndTests/Operation/alerts.yml")
        for arguments in [["check", "rules", Self.alerts], ["test", "rules", tests]] {
            let output = try await run(Self.tool("promtool"), arguments)
            #expect(output.status == 0, "\(output.text)")
        }
        let rules = try String(contentsOfFile: Self.alerts, encoding: .utf8)
        let cases = try String(contentsOfFile: tests, encoding: .utf8)
        let alerts = rules.matches(of: /- alert: (\w+)/).map(\.1)
        #expect(alerts.count > 8)
        for alert in alerts {
            #expect(cases.contains("- {alertname: \(alert), "), "\(alert) is never silent")
            #expect(cases.contains("- alertname: \(alert)\n"), "\(alert) never fires")
        }
    }

    @Test func aProfileThatHasLostAuthIsAliveAndNotReady() async throws {
        let (cluster, place) = try cluster(verifierArguments: ["--revocation-bound", "3"])
        try await cluster.startAll()
        let ready = "http://\(place(.profile))/readyz"
        #expect(try await curl([ready]).body == Array("serving\n".utf8))
        cluster[.auth].kill()
        #expect(try await holds { try await curl([ready]).status == 503 }, "\(cluster.logs)")
        let answer = try await curl(["http://\(place(.profile))/healthz"])
        #expect(answer.status == 503)
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("not serving\nrollcall."))
        #expect(String(decoding: answer.body, as: UTF8.self).contains("\nrollcall.revocations\n"))
        let head = try await curl(["--head", ready])
        #expect(head.status == 503 && head.body.isEmpty)
        #expect(head.fields["content-length"] == "\(answer.body.count)")
        #expect(try await curl(["http://\(place(.profile))/livez"]).status == 200)
        try await cluster.start(.auth)
        #expect(try await holds { try await curl([ready]).status == 200 }, "\(cluster.logs)")
    }

    @Test func aProcessThatDrainsIsAliveAndNotReady() async throws {
        let (cluster, place) = try cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let client = cluster.client(.profile)
        // A call that lasts, as its photo does not come.
        let upload = try await ProfileServiceClient(client).uploadPhoto(options: ann.options())
        let running =
            #"rollcall_rpc_server_calls_running{service="profile","#
            + #"method="rollcall.v1.ProfileService/UploadPhoto"} 1.0"#
        let (ready, metrics) = ("\(place(.profile))/readyz", "\(place(.profile))/metrics")
        let isRunning = try await holds {
            String(decoding: try await curl([metrics]).body, as: UTF8.self).contains(running)
        }
        try #require(isRunning)
        kill(try #require(cluster[.profile].processID), SIGTERM)
        #expect(try await holds { try await curl([ready]).status == 503 }, "\(cluster.logs)")
        #expect(try await curl(["\(place(.profile))/livez"]).status == 200)
        let serving = "rollcall_serving{service=\"profile\"} 0.0\n"
        let isTold = try await holds(within: .seconds(5)) {
            String(decoding: try await curl([metrics]).body, as: UTF8.self).contains(serving)
        }
        #expect(isTold)
        withExtendedLifetime(upload) {}
        client.close()
        #expect(cluster[.profile].stop() == 0)
        #expect(try await curl([ready]).status == 0)
    }

    @Test func slowAndHostileClientsStopNoScrape() async throws {
        let (cluster, place) = try cluster()
        try await cluster.start(.auth)
        let port = place(.auth).split(separator: ":")[1]
        let output = try await script(["strangers", String(port)])
        #expect(output.status == 0 && output.text == "slow\nmany\nbytes\n", "\(output.text)")
        #expect(cluster[.auth].isRunning)
    }

    /// Before a process is ready. Whatever listens there, by whatever option.
    @Test(arguments: [
        ("rollcall-auth", ["--metrics-http"]),
        (
            "rollcall-profile",
            ["--auth", "unix:/nowhere", "--photo-url", "https://photos.example", "--photo-http"]
        ),
        ("rollcall-web", ["--auth", "127.0.0.1:1", "--http"]),
    ])
    func aPortThatIsTakenIsSaidInOneSentence(program: String, options: [String]) async throws {
        let (cluster, place) = try cluster()
        try await cluster.start(.auth)
        let data = cluster.directory.appending(path: "another").path
        let arguments =
            ["--data", data, "--listen", "unix:\(data).sock"] + options + [place(.auth)]
        let second = try await run(Products.directory.appending(path: program).path, arguments)
        #expect(second.status == 69)
        #expect(
            second.text.hasSuffix(
                "\(program): cannot listen on \(place(.auth)): another process listens there\n"))
        #expect(!second.text.contains(" info ready"), "\(second.text)")
    }

    @Test func metricsAreServedOverTLSAndAtAUnixSocket() async throws {
        let authority = try TestAuthority.trusted.get()
        let identity = try authority.issue("monitoring")
        let port = try FreePorts.find(1)[0]
        let cluster = try Cluster()
        try await cluster.start(
            .auth,
            with: [
                "--metrics-http", "tls:127.0.0.1:\(port)", "--tls-certificate",
                identity.certificateChain, "--tls-key", identity.privateKey,
            ])
        let url = "https://127.0.0.1:\(port)/metrics"
        let answer = try await curl(["--cacert", authority.path("ca.pem"), url])
        #expect(answer.status == 200)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.contains("rollcall_certificate_expiry_timestamp_seconds{"))
        #expect(try await curl([url.replacing("https", with: "http")]).status == 0)
        #expect(cluster[.auth].stop() == 0)
        let socket = cluster.directory.appending(path: "metrics.sock").path
        try await cluster.start(.auth, with: ["--metrics-http", "unix:\(socket)"])
        let ready = try await curl(["--unix-socket", socket, "http://localhost/readyz"])
        #expect(ready.status == 200)
        // A proxy of the group may ask.
        let attributes = try FileManager.default.attributesOfItem(atPath: socket)
        #expect(attributes[.posixPermissions] as? Int == 0o660)
    }
}
