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

        init() throws {
            port = try FreePorts.find(1)[0]
            file = URL(filePath: "/tmp/rollcall-spans-\(UInt32.random(in: 0 ... .max))")
            process.executableURL = Products.repository.appending(path: ".build/venv/bin/python3")
            let script = Products.repository.appending(
                path: "Tests/EndToEndTests/Operation/collector.py")
            process.arguments = [script.path, "\(port)", file.path]
            try process.run()
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try? FileManager.default.removeItem(at: file)
        }

        /// The spans of a trace, once those are there that are named.
        func trace(_ id: String, with names: [String]) async throws -> [Span] {
            let isThere = try await holds {
                let spans = try self.spans.filter { $0.trace == id }
                return Set(spans.map(\.name)).isSuperset(of: names)
            }
            try #require(isThere, "\(self.text)")
            return try spans.filter { $0.trace == id }
        }
    }

    private let call = ["-H", "Content-Type: application/json", "-d"]

    @Test func aRequestIsOneTraceFromTheDoorToTheStores() async throws {
        let collector = try Collector()
        let options = ["--otlp-endpoint", collector.endpoint, "--trace-ratio", "1"]
        let door = try await Door(options, ownArguments: { _ in options })
        let (trace, app) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        let account = #"{"email":"zeppelin@example.org","password":"correct horse","#
        let signUp = account + #""displayName":"zeppelin","idempotencyKey":"a-key-of-zeppelin"}"#
        let path = "/rollcall.v1.AuthService/SignUp"
        // What an app says of recording is not believed.
        let parent = ["-H", "traceparent: 00-\(trace)-\(app)-00"]
        #expect(try await curl(parent + call + [signUp, door.address + path]).status == 200)
        let spans = try await collector.trace(
            trace, with: ["POST", "rollcall.v1.AuthService/SignUp", "write"])
        let services = Dictionary(grouping: spans, by: \.service)
        let atDoor = try #require(services["rollcall-web"])
        #expect(atDoor.count == 1 && atDoor[0].name == "POST" && atDoor[0].parent == app)
        #expect(atDoor[0].attributes == ["url.path": path, "rpc.response.status_code": "OK"])
        let auth = try #require(services["rollcall-auth"])
        let handled = try #require(auth.first { $0.parent == atDoor[0].id })
        #expect(handled.name == "rollcall.v1.AuthService/SignUp" && handled.kind == 2)
        let uses = auth.filter { $0.parent == handled.id }
        #expect(Set(uses.map(\.name)) == ["read", "write"])
        #expect(
            uses.allSatisfy { $0.kind == 3 && $0.attributes["db.system.name"] == "sqlite" })
        let profile = try #require(services["rollcall-profile"])
        #expect(profile.contains { $0.parent == handled.id && $0.name.hasPrefix("rollcall.") })
        #expect(profile.contains { $0.name == "write" })
        // Each is below another one.
        let ids = Set(spans.map(\.id) + [app])
        #expect(spans.allSatisfy { ids.contains($0.parent) && !$0.isError })
        #expect(!collector.text.contains("zeppelin") && !collector.text.contains("refused:"))
    }

    /// The services record what the door does, although they would begin a trace by themselves.
    @Test func aStrangerCannotHaveRequestsRecorded() async throws {
        let collector = try Collector()
        let door = try await Door(
            ["--otlp-endpoint", collector.endpoint, "--trace-ratio", "0"],
            ownArguments: { _ in
                ["--otlp-endpoint", collector.endpoint, "--trace-ratio", "1"]
            })
        let parent = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let path = "/rollcall.v1.ProfileService/CheckDisplayName"
        let name = [#"{"displayName": "ann"}"#, door.address + path]
        for head in [[], ["-H", parent]] {
            #expect(try await curl(head + call + name).status == 200)
        }
        let profile = door.cluster.client(.profile)
        defer { profile.close() }
        await #expect(throws: RPCError.self) {
            try await ProfileServiceClient(profile).getProfile(GetProfileRequest())
        }
        // What came before that is sent before it.
        #expect(try await holds { collector.text.contains("ProfileService/GetProfile") })
        #expect(try collector.spans.allSatisfy { $0.service != "rollcall-web" })
        #expect(!collector.text.contains("CheckDisplayName"))
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
