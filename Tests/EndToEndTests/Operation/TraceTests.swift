import Foundation
import RollcallAPI
import RollcallRPC
import TestObjectStore
import Testing

/// `--otlp-endpoint`, as a collector of OpenTelemetry sees it.
@Suite struct TraceTests {
    private struct Span: Decodable {
        let service, trace, id, parent, name: String
        let kind: Int
        let isError: Bool
        let attributes: [String: String]
    }

    /// A collector, which reads by the definition of the protocol.
    private final class Collector {
        let port: Int
        private let process = Process()
        private let file: URL

        var endpoint: String { "http://127.0.0.1:\(port)" }
        var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

        /// What has come so far.
        var spans: [Span] {
            get throws {
                try text.split(separator: "\n").map {
                    try JSONDecoder().decode(Span.self, from: Data($0.utf8))
                }
            }
        }

        init() async throws {
            port = try FreePorts.find(1)[0]
            file = URL(filePath: "/tmp/rollcall-spans-\(UInt32.random(in: 0 ... .max))")
            process.executableURL = Products.repository.appending(path: ".build/venv/bin/python3")
            let script = Products.repository.appending(
                path: "Tests/EndToEndTests/Operation/collector.py")
            process.arguments = [script.path, "\(port)", file.path]
            try process.run()
            let place = endpoint
            try #require(try await holds { try await curl([place]).status != 0 })
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// All ends, and with it all is sent.
    private func stop(_ door: Door) {
        #expect(door.stop() == 0)
        for service in Cluster.Service.allCases { #expect(door.cluster[service].stop() == 0) }
    }

    private let call = ["-H", "Content-Type: application/json", "-d"]

    @Test func aRequestIsOneTraceFromTheDoorToTheStores() async throws {
        let collector = try await Collector()
        let options = ["--otlp-endpoint", collector.endpoint, "--trace-ratio", "1"]
        let door = try await Door(options, ownArguments: { _ in options })
        let (trace, app) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        let account = #"{"email":"zeppelin@example.org","password":"correct horse","#
        let signUp = account + #""displayName":"zeppelin","idempotencyKey":"a-key-of-zeppelin"}"#
        let path = "/rollcall.v1.AuthService/SignUp"
        // What an app says of recording is not believed.
        let parent = ["-H", "traceparent: 00-\(trace)-\(app)-00"]
        #expect(try await curl(parent + call + [signUp, door.address + path]).status == 200)
        for path in ["/sign-in", "/photos/zeppelin/x", "/reset-password/zeppelin", "/healthz"] {
            _ = try await curl([door.address + path])
        }
        stop(door)
        #expect(!collector.text.contains("refused:"), "\(collector.text)")
        #expect(!collector.text.contains("zeppelin"))
        let all = try collector.spans
        #expect(
            Set(all.filter { $0.service == "rollcall-web" && $0.trace != trace }.map(\.name))
                == ["GET /sign-in", "GET /photos/", "GET other"])
        // Nothing is below a span that was not sent.
        let ids = Set(all.map(\.id) + [app, ""])
        #expect(ids.count == all.count + 2)
        #expect(all.allSatisfy { ids.contains($0.parent) })
        let spans = all.filter { $0.trace == trace }
        let services = Dictionary(grouping: spans, by: \.service)
        let atDoor = try #require(services["rollcall-web"])
        #expect(atDoor.count == 1 && atDoor[0].name == "POST \(path)" && atDoor[0].parent == app)
        #expect(atDoor[0].attributes == ["http.route": path, "rpc.response.status_code": "OK"])
        let auth = try #require(services["rollcall-auth"])
        let handled = try #require(auth.first { $0.parent == atDoor[0].id })
        #expect(handled.name == "rollcall.v1.AuthService/SignUp" && handled.kind == 2)
        let uses = auth.filter { $0.parent == handled.id }
        #expect(Set(uses.map(\.name)) == ["read", "write"])
        #expect(uses.allSatisfy { $0.kind == 3 && $0.attributes == ["db.system.name": "sqlite"] })
        let profile = try #require(services["rollcall-profile"])
        #expect(profile.contains { $0.parent == handled.id && $0.name.hasPrefix("rollcall.") })
        #expect(profile.contains { $0.name == "write" })
        #expect(spans.allSatisfy { !$0.isError })
    }

    /// The services record what the door does, although they would begin a trace by themselves.
    @Test(arguments: [true, false])
    func aStrangerCannotHaveRequestsRecorded(_ isTracedAtTheDoor: Bool) async throws {
        let collector = try await Collector()
        let options = ["--otlp-endpoint", collector.endpoint, "--trace-ratio"]
        let door = try await Door(
            isTracedAtTheDoor ? options + ["0"] : [], ownArguments: { _ in options + ["1"] })
        let parent = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let path = "/rollcall.v1.ProfileService/CheckDisplayName"
        let name = [#"{"displayName": "ann"}"#, door.address + path]
        #expect(try await curl(["-H", parent] + call + name).status == 200)
        // What a service of the deployment asks is recorded, and says how it ended.
        let profile = door.cluster.client(.profile)
        await #expect(throws: RPCError.self) {
            try await ProfileServiceClient(profile).getProfile(GetProfileRequest())
        }
        profile.close()
        stop(door)
        let spans = try collector.spans
        #expect(spans.allSatisfy { $0.service != "rollcall-web" })
        #expect(!collector.text.contains("CheckDisplayName"))
        let asked = spans.filter { $0.name == "rollcall.v1.ProfileService/GetProfile" }
        #expect(asked.map { $0.attributes["rpc.response.status_code"] } == ["INVALID_ARGUMENT"])
    }

    @Test func withoutACollectorTheLogSaysSoOnceAndCallsAreAnswered() async throws {
        let port = try FreePorts.find(1)[0]
        let door = try await Door([
            "--otlp-endpoint", "http://127.0.0.1:\(port)", "--trace-ratio", "1",
        ])
        let path = "/rollcall.v1.ProfileService/CheckDisplayName"
        func check() async throws -> Bool {
            let name = [#"{"displayName": "ann"}"#, door.address + path]
            return try await curl(call + name).status == 200
        }
        #expect(try await check())
        #expect(try await holds { door.logs.contains("traces cannot be sent") })
        #expect(try await check())
        #expect(door.stop() == 0)
        #expect(door.logs.components(separatedBy: "traces cannot be sent").count == 2)
    }
}
