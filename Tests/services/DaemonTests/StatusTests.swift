import Logging
import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@testable import Daemon

struct StatusTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A process that serves nothing but what each does.
    private func withProcess(
        queues: [String: @Sendable () async throws -> Int] = [:],
        _ body: (DaemonProcess, StatusServiceClient) async throws -> Void
    ) async throws {
        let path = "\(directory.path)/socket"
        let options = try DaemonOptions.parse([
            "--data", "\(directory.path)/data", "--listen", "unix:\(path)", "--log-level",
            "critical",
        ])
        let client = NetworkClient(.unix(path: path), logger: Logger(label: "test"))
        defer { client.close() }
        try await DaemonProcess.run("rollcall-games", options) { process in
            var router = Router()
            process.addIntrospection(to: &router, queues: queues)
            let server = try Server(
                router: router, authenticator: PeerAuthenticator(groupID: nil, otherwise: Nobody()),
                interceptors: process.interceptors(limits: [:]), logger: process.logger)
            _ = try await server.listen(on: .unix(path: path))
            process.health.set(.serving)
            try await body(process, StatusServiceClient(client))
            await server.drain()
        }
    }

    @Test func itSaysWhatIsWrongAndSinceWhen() async throws {
        let start = SystemClock.milliseconds()
        try await withProcess { process, client in
            let well = try await client.getStatus(.init())
            #expect(well.program == "rollcall-games" && well.version == ProgramVersion.current)
            #expect((start...SystemClock.milliseconds()).contains(well.startedAtMs))
            #expect(well.isServing && well.troubles.isEmpty && well.certificateEndsAtMs == 0)

            process.health.set(.impaired, ofDependency: "b", because: "b is slow")
            process.health.set(.missing, ofDependency: "a", because: "a is away")
            let ill = try await client.getStatus(.init())
            #expect(!ill.isServing)
            #expect(ill.troubles.map(\.name) == ["a", "b"])
            #expect(ill.troubles.map(\.refusesCalls) == [true, false])
            #expect(ill.troubles.map(\.sentence) == ["a is away", "b is slow"])
            #expect(ill.troubles.allSatisfy { $0.sinceMs >= start - 5 })
        }
    }

    @Test func theOperatorIsToldTheRoomAndWhatWaits() async throws {
        try await withProcess(queues: ["mail": { 7 }]) { process, client in
            let resources = try await client.getResources(.init())
            #expect(resources.queues == [WorkQueue(name: "mail", count: 7)])
            let disk = try #require(resources.disk)
            #expect(disk.sizeBytes > disk.freeBytes && disk.freeBytes > 0)
        }
    }

    @Test func nobodyElseIs() async throws {
        var router = Router()
        router.add(
            StatusHandler(
                program: "test", startedAt: 0, health: .init(), disk: Disk(of: directory.path),
                certificate: nil, queues: [:]))
        let server = try Server(
            router: router, authenticator: PeerAuthenticator(groupID: nil, otherwise: Nobody()),
            logger: Logger(label: "test"))
        // Nobody is known by a TCP socket.
        let endpoint = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let connection = NetworkClient(endpoint, logger: Logger(label: "test"))
        defer { connection.close() }
        let client = StatusServiceClient(connection)
        _ = try await client.getStatus(.init())
        let error = await #expect(throws: RPCError.self) {
            _ = try await client.getResources(.init())
        }
        #expect(error?.code == .permissionDenied)
        await server.drain()
    }
}

/// Knows nobody.
private struct Nobody: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller { .anonymous }

    func refusal(of caller: Caller) -> RPCError { RPCError(.permissionDenied, "not for you") }
}
