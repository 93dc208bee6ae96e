import NIOCore
import NIOPosix
import RollcallRPC
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

/// The network between client and server fails, at each point of connecting and of the first call.
@Suite struct CutConnectionTests {
    @Test(arguments: [Carrier.tcp, .tls], [Line.Cut.end, .reset])
    func aCutFromTheClientEndsTheCallAndLeavesNothing(
        over carrier: Carrier, _ cut: Line.Cut
    ) async throws {
        try await cutEverywhere(carrier) { Line(fromClient: $0, cut: cut) }
    }

    @Test(arguments: [Carrier.tcp, .tls], [Line.Cut.end, .reset])
    func aCutFromTheServerEndsTheCallAndLeavesNothing(
        over carrier: Carrier, _ cut: Line.Cut
    ) async throws {
        try await cutEverywhere(carrier) { Line(fromServer: $0, cut: cut) }
    }

    /// Cuts further and further on, until the call has begun before the cut.
    private func cutEverywhere(_ carrier: Carrier, _ line: (Int) -> Line) async throws {
        try await withEchoServer(over: carrier) { server in
            let step = carrier == .tls ? 61 : 5
            var cuts = 0
            while try await callFails(server, line(cuts * step)) { cuts += 1 }
            #expect(cuts > 4)
        }
    }

    @Test(arguments: [Carrier.tcp, .tls])
    func aServerThatHearsNothingMoreLetsGo(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier,
            configure: {
                $0.handshakeTimeout = .milliseconds(50)
                $0.connection.helloTimeout = .milliseconds(50)
                $0.connection.frameTimeout = .milliseconds(50)
            }
        ) { server in
            for point in [0, 3, 300, 550] {
                let line = Line(fromClient: point, cut: .silence)
                try await line.open(to: server.endpoint)
                let client = try line.client(server)
                let call = Task {
                    try await EchoServiceClient(client).sleep(
                        EchoMessage(), options: CallOptions(timeout: .milliseconds(100)))
                }
                guard case .failure = await call.result else {
                    Issue.record("no failure at \(point)")
                    continue
                }
                client.close()
                await line.close()
                try await eventually { server.server.connectionCount == 0 }
            }
        }
    }

    /// With two slots for handlers, a third round would find none if one of them were not freed.
    @Test(arguments: [Carrier.tcp, .tls])
    func aResetEndsEveryKindOfCallAndFreesItsSlots(over carrier: Carrier) async throws {
        try await withEchoServer(
            over: carrier, configure: { $0.admission.maximumHandlers = 2 }
        ) { server in
            for round in 1...3 {
                let line = Line()
                try await line.open(to: server.endpoint)
                let client = try line.client(server)
                let codes = try await resetAmidCalls(EchoServiceClient(client), line) {
                    server.handler.sleepers.withLock { $0.begun } == round
                }
                #expect(codes == [.unavailable, .unavailable, .unavailable, .unavailable])
                client.close()
                await line.close()
                try await eventually { server.server.connectionCount == 0 }
                try await eventually {
                    server.handler.sleepers.withLock { $0.cancelled } == round
                }
            }
        }
    }

    /// - Returns: what a call of each kind ends with when the line is reset while all are under
    ///   way.
    private func resetAmidCalls(
        _ echo: EchoServiceClient, _ line: Line, isSleeping: () -> Bool
    ) async throws -> [StatusCode] {
        let collect = try await echo.collect()
        let chat = try await echo.chat()
        let expand = try await echo.expand(
            EchoMessage(payload: pattern(60_000), number: .max))
        let sleeper = Task { try await echo.sleep(EchoMessage()) }
        try await collect.send(EchoMessage())
        try await chat.send(EchoMessage(number: 1))
        #expect(try await chat.responses.next()?.number == 1)
        #expect(try await expand.next()?.number == 0)
        try await eventually { isSleeping() }
        line.reset()
        return [
            try await failure { _ = try await sleeper.value }.code,
            try await failure { _ = try await collect.finish() }.code,
            try await failure { while try await expand.next() != nil {} }.code,
            try await failure { _ = try await chat.responses.next() }.code,
        ]
    }

    @Test(arguments: [Carrier.tcp, .tls])
    func oneByteAtATimeIsEnough(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let line = Line(piece: 1)
            try await line.open(to: server.endpoint)
            let client = try line.client(server)
            let message = EchoMessage(payload: pattern(300), number: 7)
            let answer = try await EchoServiceClient(client).echo(message)
            #expect(answer == message)
            client.close()
            await line.close()
        }
    }

    /// - Returns: whether the line was cut, which must end the call with a typed error.
    private func callFails(_ server: EchoServer, _ line: Line) async throws -> Bool {
        try await line.open(to: server.endpoint)
        let client = try line.client(server)
        let error = try await failure {
            _ = try await EchoServiceClient(client).sleep(
                EchoMessage(), options: CallOptions(timeout: .milliseconds(500)))
        }
        client.close()
        await line.close()
        // And the server forgets it.
        try await eventually { server.server.connectionCount == 0 }
        #expect([.unavailable, .deadlineExceeded].contains(error.code), "\(error)")
        return error.code == .unavailable
    }
}

/// A network between a client and a server, with its faults.
final class Line: Sendable, CustomStringConvertible {
    enum Cut: Sendable {
        case end, reset, silence
    }

    /// Bytes that come through before the cut; nil without end.
    private let limits: [Int?]
    private let cut: Cut
    /// The longest that is passed on at once.
    private let piece: Int
    private let listener = Mutex<(any Channel)?>(nil)
    private let joined = Mutex<[any Channel]>([])

    init(
        fromClient: Int? = nil, fromServer: Int? = nil, cut: Cut = .end, piece: Int = .max
    ) {
        self.limits = [fromClient, fromServer]
        self.cut = cut
        self.piece = piece
    }

    var description: String { "\(limits) \(cut)" }

    func open(to endpoint: Endpoint?) async throws {
        guard let port = endpoint?.port else { throw RPCError(.internal, "TCP only") }
        let group = MultiThreadedEventLoopGroup.singleton
        let channel = try await ServerBootstrap(group: group)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { near in
                ClientBootstrap(group: near.eventLoop)
                    .channelOption(.autoRead, value: false)
                    .connect(host: "127.0.0.1", port: port)
                    .flatMap { far in self.join(near, far) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        listener.withLock { $0 = channel }
    }

    private func join(_ near: any Channel, _ far: any Channel) -> EventLoopFuture<Void> {
        joined.withLock { $0 += [near, far] }
        return near.pipeline.addHandler(Relay(far, limits[0], cut, piece)).flatMap {
            far.pipeline.addHandler(Relay(near, self.limits[1], self.cut, self.piece))
        }.flatMap {
            far.setOption(.autoRead, value: true)
        }.flatMap {
            near.setOption(.autoRead, value: true)
        }
    }

    /// A client at the near end.
    func client(_ server: EchoServer) throws -> NetworkClient {
        let port = listener.withLock { $0?.localAddress?.port } ?? 0
        let endpoint: Endpoint =
            if case .tls = server.endpoint {
                .tls(host: "127.0.0.1", port: port)
            } else {
                .tcp(host: "127.0.0.1", port: port)
            }
        return NetworkClient(endpoint, tls: try TLSPair.ordinary().client, logger: .quiet)
    }

    /// Cuts what is there now: each side gets RST.
    func reset() {
        for channel in joined.withLock({ $0 }) { channel.reset() }
    }

    func close() async {
        try? await listener.withLock { $0 }?.close()
    }
}

/// One direction of a line.
private final class Relay: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    private let rest: Mutex<Int?>
    private let cut: Line.Cut
    private let piece: Int

    init(_ other: any Channel, _ limit: Int?, _ cut: Line.Cut, _ piece: Int) {
        self.other = other
        self.rest = Mutex(limit)
        self.cut = cut
        self.piece = piece
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if rest.withLock({ $0 == 0 }), cut != .silence { end(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        let (passed, isLast) = rest.withLock { rest in
            let passed = min(bytes.readableBytes, rest ?? .max)
            rest = rest.map { $0 - passed }
            return (passed, rest == 0)
        }
        guard var through = bytes.readSlice(length: passed) else { return }
        while let part = through.readSlice(length: min(piece, through.readableBytes)),
            part.readableBytes > 0
        {
            other.writeAndFlush(part, promise: nil)
        }
        if isLast, cut != .silence { end(context) }
    }

    private func end(_ context: ChannelHandlerContext) {
        for channel in [context.channel, other] {
            if cut == .reset { channel.reset() } else { channel.close(promise: nil) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        other.close(promise: nil)
    }
}

extension Channel {
    /// Closes with RST instead of FIN.
    fileprivate func reset() {
        let hard = (self as? any SocketOptionProvider)?.setSoLinger(
            .init(l_onoff: 1, l_linger: 0))
        hard?.whenComplete { _ in self.close(promise: nil) }
    }
}

extension Endpoint {
    fileprivate var port: Int? {
        switch self {
        case .tcp(_, let port), .tls(_, let port): port
        case .unix: nil
        }
    }
}
