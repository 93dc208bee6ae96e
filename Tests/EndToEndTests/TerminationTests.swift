import Glibc
import RollcallAPI
import RollcallRPC
import Synchronization
import Testing

/// What SIGTERM does to the calls of a process under load.
@Suite struct TerminationTests {
    /// What the calls came to.
    private struct Tally {
        var answered = 0
        var failures: [RPCError] = []
        var isTornApart = false
    }

    private final class Load: Sendable {
        private let state = Mutex(Tally())

        var tally: Tally { state.withLock { $0 } }

        /// Makes calls until one fails.
        func run(_ client: RetryingNetworkClient, _ expected: GetDescriptorsResponse) async {
            let profile = ProfileServiceClient(client)
            let reflection = ReflectionServiceClient(client)
            do {
                while true {
                    let name = try await profile.checkDisplayName(
                        CheckDisplayNameRequest(displayName: "ann"))
                    let files = try await reflection.getDescriptors(Self.request)
                    let isWhole = name.isAvailable && files == expected
                    state.withLock {
                        $0.answered += 2
                        $0.isTornApart = $0.isTornApart || !isWhole
                    }
                }
            } catch {
                let error = error as? RPCError ?? RPCError(.unknown, "\(error)")
                state.withLock { $0.failures.append(error) }
            }
        }

        /// Some kilobytes come back.
        static let request = GetDescriptorsRequest(key: .symbol("rollcall.v1.ProfileService"))
    }

    @Test func aProcessThatIsTerminatedAsSoonAsItListensEndsAsAnyOther() async throws {
        for _ in 0..<10 {
            let cluster = try Cluster()
            let process = cluster[.presence]
            try process.launch()
            while process.isRunning, !Self.isListening(cluster.endpoint(.presence)) {}
            #expect(process.stop() == 0, "\(process.text)")
        }
    }

    /// Whether somebody takes connections at a unix socket.
    private static func isListening(_ endpoint: Endpoint) -> Bool {
        guard case .unix(let path) = endpoint else { return false }
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = UInt16(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    @Test func aProcessThatIsTerminatedUnderLoadAnswersWhatItHasTaken() async throws {
        let cluster = try Cluster()
        try await cluster.start(.profile)
        let clients = (0..<4).map { _ in cluster.client(.profile) }
        let expected = try await ReflectionServiceClient(clients[0]).getDescriptors(Load.request)
        #expect(expected.files.count > 1)
        let load = Load()
        let callers = clients.flatMap { client in
            (0..<8).map { _ in Task { await load.run(client, expected) } }
        }
        #expect(try await holds(within: .seconds(30)) { load.tally.answered >= 200 })
        let before = load.tally.answered
        #expect(load.tally.failures.isEmpty)
        let status = cluster[.profile].stop()
        for caller in callers { await caller.value }
        #expect(status == 0, "\(cluster.logs)")
        let tally = load.tally
        #expect(tally.answered >= before)
        #expect(!tally.isTornApart)
        // Nobody is left in doubt whether the call was made: it was not, and can be made elsewhere.
        #expect(tally.failures.count == callers.count)
        for error in tally.failures {
            #expect(error.code == .unavailable && error.wasNotProcessed, "\(error)")
        }
        for client in clients { client.close() }
    }
}
