import Foundation
import Glibc
import NIOCore
import NIOPosix
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

/// How many connections a server has, and from whom.
@Suite(.serialized) struct ConnectionLimitTests {
    @Test func oneMoreThanAllIsClosedAtOnceAndCounted() async throws {
        try await withEchoServer(over: .tcp, configure: { $0.maximumConnections = 2 }) { server in
            _ = try await server.echo.echo(EchoMessage())
            let second = try PlainSocket(to: server.endpoint)
            try await eventually { server.server.connectionCount == 2 }
            #expect(try PlainSocket(to: server.endpoint).receiveToEnd() == [])
            #expect(server.server.refusals["total"] == 1)
            _ = try await server.echo.echo(EchoMessage())
            second.close()
            try await eventually { server.server.connectionCount == 1 }
            let third = try PlainSocket(to: server.endpoint)
            try await eventually { server.server.connectionCount == 2 }
            third.close()
        }
    }

    @Test(arguments: [Carrier.tcp, .tls])
    func oneAddressDoesNotTakeThePlacesOfOthers(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.maximumConnectionsPerAddress = 3 }
        ) { server in
            let flood = try (0..<3).map { _ in
                try PlainSocket(to: server.endpoint, from: "127.0.0.2")
            }
            try await eventually { server.server.state.withLock { $0.ledger.count } == 3 }
            let fourth = try PlainSocket(to: server.endpoint, from: "127.0.0.2")
            #expect(fourth.receiveToEnd() == [])
            #expect(server.server.refusals["address"] == 1)
            _ = try await server.echo.echo(EchoMessage())
            for socket in flood { socket.close() }
        }
    }

    @Test func unixSocketsHaveNoAddressToBeLimitedBy() async throws {
        try await withEchoServer(
            over: .unixSocket, configure: { $0.maximumConnectionsPerAddress = 0 }
        ) { server in
            _ = try await server.echo.echo(EchoMessage())
        }
    }

    @Test(arguments: [Carrier.tcp, .tls])
    func thoseThatSayNothingMakeRoomForThoseThatDo(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.maximumOpeningConnections = 5 }
        ) { server in
            let silent = try (0..<20).map { _ in try PlainSocket(to: server.endpoint) }
            // All are accepted: one that came behind the caller would evict the caller.
            try await eventually { server.server.refusals["opening"] == 15 }
            _ = try await server.echo.echo(EchoMessage())
            // The oldest are gone. Two event loops take them up, each in order.
            #expect(silent.prefix(5).contains { $0.receiveToEnd() != nil })
            try await eventually { server.server.connectionCount <= 6 }
            try await eventually { server.server.refusals["opening"] == 16 }
            _ = try await server.echo.echo(EchoMessage())
            for socket in silent { socket.close() }
        }
    }

    @Test func anEvictedHandshakeIsCutOffWhateverItsState() async throws {
        try await withEchoServer(
            over: .tls, configure: { $0.maximumOpeningConnections = 1 }
        ) { server in
            let half = try PlainSocket(to: server.endpoint)
            half.send([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])
            // So that the server mostly has these bytes; the outcome is the same if not.
            try await elapse(.milliseconds(20))
            let next = try PlainSocket(to: server.endpoint)
            let start = ContinuousClock.now
            #expect(half.receiveToEnd() == [])
            #expect(start.duration(to: .now) < .seconds(1))
            next.close()
        }
    }

    /// Two event loops accept at once: one decides that a connection makes room before the other
    /// has entered how it is closed.
    @Test func aConnectionThatMakesRoomBeforeItIsEnteredIsClosedAsSoonAsItIs() async throws {
        try await withEchoServer(
            over: .unixSocket, configure: { $0.maximumOpeningConnections = 1 }
        ) { server in
            let server = server.server
            let first = try server.admit(from: .unixUser(1))
            let second = try server.admit(from: .unixUser(1))
            #expect(throws: RPCError.self) { try server.whenEvicted(first) {} }
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let isClosed = try await loop.submit {
                let transport = SilentTransport()
                let connection = server.makeConnection(transport, on: loop)
                server.remember(Reference(connection), as: first)
                return transport.isClosed
            }.get()
            #expect(isClosed)
            for id in [first, second] { server.forget(id) }
            #expect(server.state.withLock { $0.evicted.isEmpty })
        }
    }

    @Test(arguments: [[], [22], [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]] as [[UInt8]])
    func aHandshakeThatDoesNotEndIsCutOff(_ bytes: [UInt8]) async throws {
        try await withEchoServer(
            over: .tls, configure: { $0.handshakeTimeout = .milliseconds(50) }
        ) { server in
            let slow = try PlainSocket(to: server.endpoint)
            slow.send(bytes)
            #expect(slow.receiveToEnd() == [])
        }
    }

    @Test func aHandshakeUnderWayDoesNotHoldUpADrain() async throws {
        let start = ContinuousClock.now
        try await withEchoServer(over: .tls, configure: { $0.drainGrace = .seconds(20) }) {
            server in
            let half = try PlainSocket(to: server.endpoint)
            half.send([22, 3, 1, 2, 0, 1])
            // So that the server mostly has these bytes; the outcome is the same if not.
            try await elapse(.milliseconds(20))
            await server.server.drain()
            #expect(half.receiveToEnd() == [])
        }
        #expect(start.duration(to: .now) < .seconds(10))
    }

    @Test func withoutFileDescriptorsTheListenerWaitsAndRecovers() async throws {
        try await withEchoServer(over: .tcp) { server in
            _ = try await server.echo.echo(EchoMessage(number: 1))
            let early = try UnconnectedSocket(to: server.endpoint)
            let hoard = try DescriptorHoard()
            try early.connect()
            // The pauses between its tries are of the real clock.
            try await elapse(.milliseconds(300))
            // It has tried, but not all the time.
            #expect((1...4).contains(server.server.refusals["system"]))
            let meanwhile = try await server.echo.echo(EchoMessage(number: 2))
            #expect(meanwhile.number == 2)
            #expect(server.server.connectionCount == 1)
            hoard.release()
            try await eventually(within: .seconds(5)) { server.server.connectionCount == 2 }
            early.close()
            let late = try PlainSocket(to: server.endpoint)
            try await eventually(within: .seconds(5)) { server.server.connectionCount == 2 }
            late.close()
        }
    }
}

/// Nobody is at its other end.
private final class SilentTransport: ByteTransport {
    private(set) var isClosed = false

    var isWritable: Bool { true }
    func write(_ bytes: ByteBuffer) {}
    func flush() {}
    func close() { isClosed = true }
}

/// A socket that has its file descriptor before the last of them is taken.
private final class UnconnectedSocket {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    private let endpoint: Endpoint?

    init(to endpoint: Endpoint?) throws {
        self.endpoint = endpoint
    }

    func connect() throws { try PlainSocket.connect(descriptor, to: endpoint) }
    func close() { _ = Glibc.close(descriptor) }
}

/// Every file descriptor that the process may have.
private final class DescriptorHoard {
    private var descriptors: [Int32] = []
    private var limit = rlimit()

    init() throws {
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var low = rlimit(rlim_cur: min(limit.rlim_cur, 512), rlim_max: limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
        while true {
            let descriptor = dup(STDERR_FILENO)
            guard descriptor >= 0 else { break }
            descriptors.append(descriptor)
        }
        #expect(errno == EMFILE)
    }

    func release() {
        for descriptor in descriptors { close(descriptor) }
        descriptors = []
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    deinit { release() }
}
