import Logging
import NIOCore
import NIOEmbedded

@testable import RollcallRPC
@testable import RollcallWire

/// A client's and a server's end of a connection, driven by a program that an input stands for:
/// what applications do, what the network does, and frames that nobody of the two has sent.
final class ConnectionProgram {
    private var choices: Choices
    private let eventLoop = EmbeddedEventLoop()
    private let gate = Gate()
    private let calls: FuzzCalls
    let server: ServerConnection
    let client: ClientConnection
    let fromServer = FuzzTransport(isServer: true)
    let fromClient = FuzzTransport(isServer: false)
    private var nextRawID: UInt32 = 1

    init(_ input: [UInt8]) throws {
        var choices = Choices(input)
        let configuration = Self.configuration(choices.byte())
        var ofServer = ServerConfiguration()
        ofServer.connection = configuration
        let listener = try Server(
            router: FuzzService.router(gate), authenticator: nil, configuration: ofServer,
            eventLoops: eventLoop,
            logger: Logger(label: "fuzz", factory: { _ in SwiftLogNoOpLogHandler() }))
        self.server = listener.makeConnection(fromServer, on: eventLoop)
        self.client = ClientConnection(
            eventLoop: eventLoop, transport: fromClient,
            configuration: configuration, logger: listener.logger)
        self.calls = FuzzCalls(ConnectedClient(Reference(client)), on: LoopExecutor(eventLoop))
        self.choices = choices
    }

    private static func configuration(_ choice: UInt8) -> ConnectionConfiguration {
        var configuration = ConnectionConfiguration()
        if choice & 1 == 1 {
            configuration.maximumStreams = 0
            configuration.connectionWindow = 0
            configuration.maximumCancels = 3
            configuration.maximumUnreadReplies = 5
            configuration.maximumAssembling = 300_000
        }
        return configuration
    }

    func run() throws {
        server.start()
        client.start()
        var steps = 0
        while !choices.isEmpty, steps < 400 {
            try step()
            try settle()
            steps += 1
        }
        try end()
    }

    private func settle() throws {
        eventLoop.run()
        try ConnectionInvariants(server, "server").check()
        try ConnectionInvariants(client, "client").check()
        if let finding = fromServer.finding ?? fromClient.finding { throw finding }
    }

    /// Whatever has happened, everybody is told of the end, and nothing is left.
    private func end() throws {
        fromServer.isStalled = false
        fromClient.isStalled = false
        client.close(RPCError(.unavailable, "the program has ended"))
        server.close(RPCError(.unavailable, "the program has ended"))
        try settle()
        gate.open()
        try settle()
        try require(calls.running == 0, "\(calls.running) callers were never told")
        try require(server.runningHandlers == 0, "\(server.runningHandlers) handlers never ended")
        calls.dropAll()
        try settle()
    }

    private func step() throws {
        switch choices.byte() % 24 {
        case 0: deliver(fromClient, to: server, Int(choices.byte()))
        case 1: deliver(fromServer, to: client, Int(choices.byte()))
        case 2...4: try exchange()
        case 5: inject(into: fromClient)
        case 6: inject(into: fromServer)
        case 7...8: injectMeaningfulToServer()
        case 9...10: injectMeaningfulToClient()
        case 11: call()
        case 12: calls.open(choices.one(of: [FuzzService.chat, FuzzService.ignore]), options())
        case 13: calls.send(message(), on: choices.byte())
        case 14: calls.receive(on: choices.byte())
        case 15: giveUp()
        case 16: gate.letOneThrough()
        case 17: advance()
        case 18: stall(fromServer, server)
        case 19: stall(fromClient, client)
        case 20: endOneSide()
        case 21: closeOneTransport()
        default: try deliverAll()
        }
    }
}

// MARK: - The network

extension ConnectionProgram {
    private func deliver(_ transport: FuzzTransport, to connection: Connection, _ count: Int) {
        let wasWritable = transport.isWritable
        let bytes = transport.take(count)
        if bytes.readableBytes > 0 {
            connection.receive(bytes)
            connection.receiveComplete()
        }
        let sender: Connection = transport === fromServer ? server : client
        if !wasWritable, transport.isWritable { sender.becameWritable() }
        if transport.isClosed, transport.wire.readableBytes == 0 {
            connection.close(RPCError(.unavailable, "the connection was closed by the peer"))
        }
    }

    private func deliverAll() throws {
        deliver(fromClient, to: server, .max)
        try settle()
        deliver(fromServer, to: client, .max)
    }

    /// Delivers until both sides have nothing more to say.
    private func exchange() throws {
        for _ in 0..<20 {
            try deliverAll()
            try settle()
            if fromClient.wire.readableBytes + fromServer.wire.readableBytes == 0 { return }
        }
    }

    private func stall(_ transport: FuzzTransport, _ connection: Connection) {
        transport.isStalled.toggle()
        if transport.isWritable { connection.becameWritable() }
    }

    private func closeOneTransport() {
        let isServers = choices.bool()
        let connection: Connection = isServers ? server : client
        connection.close(RPCError(.unavailable, "the connection has failed"))
    }

    private func advance() {
        let amounts: [TimeAmount] = [
            .nanoseconds(1), .milliseconds(1), .seconds(1), .seconds(5), .seconds(10),
            .seconds(31), .minutes(5), .minutes(31), .hours(3),
        ]
        eventLoop.advanceTime(by: choices.one(of: amounts))
    }
}

// MARK: - The applications

extension ConnectionProgram {
    private func options() -> CallOptions {
        let timeouts: [Duration?] = [
            nil, .zero, .milliseconds(1), .seconds(1), .seconds(400), .seconds(-1),
            .seconds(Int64.max / 2),
        ]
        var options = CallOptions(timeout: choices.one(of: timeouts))
        let size = choices.one(of: [0, 0, 0, 10, 16_000, 20_000])
        if size > 0 {
            try? options.metadata.add("k-bin", bytes: [UInt8](repeating: 0, count: size))
        }
        return options
    }

    private func message() -> Detail {
        let sizes = [0, 1, 60, 100, 4093, 4100, 65_530, 65_536, 150_000, 300_000, 1_100_000]
        return Detail(value: [UInt8](repeating: 0, count: choices.one(of: sizes)))
    }

    private func call() {
        switch choices.byte() % 5 {
        case 0: calls.unary(FuzzService.echo, message(), options())
        case 1: calls.unary(FuzzService.hold, message(), options())
        case 2: calls.unary(FuzzService.fail, message(), options())
        case 3: calls.expand(message(), options())
        default: calls.collect(message(), options())
        }
    }

    private func giveUp() {
        switch choices.byte() % 4 {
        case 0: calls.cancel(choices.byte())
        case 1: calls.drop(choices.byte())
        case 2: calls.cancelTask(choices.byte())
        default: calls.finishSending(on: choices.byte())
        }
    }

    private func endOneSide() {
        switch choices.byte() % 4 {
        case 0: server.drain()
        case 1: server.endAll(RPCError(.unavailable, "the server is going away"))
        case 2: client.fail(RPCError(.cancelled, "the client ends"))
        default: server.fail(RPCError(.internal, "the server ends"))
        }
    }
}

// MARK: - Frames that were never sent

extension ConnectionProgram {
    /// Any header, with a length that is mostly true.
    private func inject(into transport: FuzzTransport) {
        var bytes = ByteBuffer()
        let meta = choices.bytes(Int(choices.byte() % 32))
        let body = choices.bytes(Int(choices.byte() % 32))
        let header = FrameHeader(
            payloadLength: choices.byte() < 250
                ? meta.count + body.count : Int(choices.number() >> 8),
            type: choices.byte() % 12, flags: FrameFlags(rawValue: choices.byte()),
            metaLength: choices.byte() < 250 ? meta.count : Int(choices.number() >> 16),
            streamID: streamID())
        bytes.writeFrameHeader(header)
        bytes.writeBytes(meta + body)
        transport.inject(bytes)
    }

    /// Mostly a small one, which may be in use.
    private func streamID() -> UInt32 {
        switch choices.byte() {
        case let small where small < 100: UInt32(small % 10)
        case 100..<150: nextRawID
        case 150..<200: server.highestStreamID
        case 200..<250: client.highestStreamID
        default: choices.number()
        }
    }

    private func flags() -> FrameFlags {
        FrameFlags(rawValue: choices.byte()).subtracting(.reserved)
    }

    private func body() -> ByteBuffer {
        let sizes = [0, 0, 2, 10, 63, 64, 65, 5000, 60_000, 65_536, 65_537]
        return ByteBuffer(repeating: 0, count: choices.one(of: sizes))
    }

    private func metadata() -> [MetadataEntry] {
        let entries = [
            MetadataEntry(key: "k", value: "v"), MetadataEntry(key: "k-bin", binaryValue: [1]),
            MetadataEntry(key: "K", value: "v"), MetadataEntry(key: "k", value: "\n"),
        ]
        let counts = [0, 0, 0, 1, 2, 64, 65]
        return [MetadataEntry](repeating: choices.one(of: entries), count: choices.one(of: counts))
    }

    private func injectMeaningfulToServer() {
        var bytes = ByteBuffer()
        for _ in 0..<choices.one(of: [1, 1, 1, 2, 10, 120]) {
            switch choices.byte() % 8 {
            case 0...3: writeOpen(into: &bytes)
            case 4: bytes.writeFrame(.cancel, streamID: streamID(), meta: Cancel(status: 1))
            default: writeEither(into: &bytes)
            }
        }
        fromClient.inject(bytes)
    }

    private func writeOpen(into bytes: inout ByteBuffer) {
        let timeouts: [UInt64] = [0, 0, 1, 1000, 1_000_000, .max]
        let open = Open(
            method: choices.one(of: FuzzService.methods).path,
            timeoutUs: choices.one(of: timeouts), metadata: metadata())
        let id = nextRawID
        nextRawID += 2
        let body = body()
        let flags: FrameFlags = choices.bool() ? [.message, .end] : flags()
        bytes.writeFrame(.open, flags: flags, streamID: id, meta: open, body: body)
    }

    private func injectMeaningfulToClient() {
        var bytes = ByteBuffer()
        for _ in 0..<choices.one(of: [1, 1, 1, 2, 10, 120]) {
            switch choices.byte() % 8 {
            case 0...3:
                let close = Close(status: UInt32(choices.byte() % 20), trailers: metadata())
                bytes.writeFrame(
                    .close, flags: flags(), streamID: streamID(), meta: close, body: body())
            default: writeEither(into: &bytes)
            }
        }
        fromServer.inject(bytes)
    }

    /// What both ends may send.
    private func writeEither(into bytes: inout ByteBuffer) {
        let credits = [0, 1, 64, 100_000, UInt32(Int32.max), .max]
        switch choices.byte() % 6 {
        case 0: bytes.writeFrame(.window, streamID: streamID(), body: choices.one(of: credits))
        case 1: bytes.writeFrame(.ping, flags: flags(), body: UInt64(1))
        case 2:
            let goAway = GoAway(
                lastStreamID: streamID(), status: UInt32(choices.byte() % 20), message: "bye")
            bytes.writeFrame(.goAway, meta: goAway)
        case 3:
            let limits = Limits(
                maxStreams: choices.number(), streamWindow: choices.number(),
                connectionWindow: choices.number(), maxMessageSize: choices.number())
            let hello = Hello(minVersion: 1, maxVersion: 1, limits: limits)
            bytes.writeFrame(.hello, meta: hello)
        default:
            let body = body()
            bytes.writeFrameHeader(
                FrameHeader(
                    payloadLength: body.readableBytes, type: FrameType.data.rawValue,
                    flags: flags(), streamID: streamID()))
            bytes.writeImmutableBuffer(body)
        }
    }
}
