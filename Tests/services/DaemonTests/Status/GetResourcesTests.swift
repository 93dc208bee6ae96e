import Logging
import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@testable import Daemon

struct GetResourcesTests {
    @Test func theOperatorIsToldTheRoomAndWhatWaits() async throws {
        try await withProcess(queues: ["mail": { 7 }]) { process, client in
            let resources = try await client.getResources(.init())
            #expect(resources.queues == [WorkQueue(name: "mail", count: 7)])
            let disk = try #require(resources.disk)
            #expect(disk.sizeBytes >= disk.freeBytes && disk.freeBytes > 0)
        }
    }

    @Test func nobodyElseIs() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
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
