import Logging
import NIOCore
import NIOEmbedded

@testable import RollcallRPC
@testable import RollcallWire

/// One end of a connection, whose peer is the test: bytes in, frames out.
final class Victim {
    let connection: Connection
    /// The same, if it is a server's.
    var server: ServerConnection? { connection as? ServerConnection }
    let transport: FuzzTransport
    let eventLoop = EmbeddedEventLoop()
    let gate = Gate()
    /// The calls of a client.
    private(set) var calls: FuzzCalls?

    private init(_ transport: FuzzTransport, _ connect: (Victim.Parts) throws -> Connection)
        rethrows
    {
        self.transport = transport
        self.connection = try connect(
            Parts(eventLoop: eventLoop, transport: transport, gate: gate))
        connection.start()
        eventLoop.run()
    }

    struct Parts {
        let eventLoop: EmbeddedEventLoop
        let transport: FuzzTransport
        let gate: Gate
        let logger = Logger(label: "victim", factory: { _ in SwiftLogNoOpLogHandler() })
    }

    static func server(
        _ configuration: ConnectionConfiguration = ConnectionConfiguration()
    ) throws -> Victim {
        try Victim(FuzzTransport(isServer: true)) { parts in
            var ofServer = ServerConfiguration()
            ofServer.connection = configuration
            let server = try Server(
                router: FuzzService.router(parts.gate), authenticator: nil,
                configuration: ofServer, eventLoops: parts.eventLoop, logger: parts.logger)
            return server.makeConnection(parts.transport, on: parts.eventLoop)
        }
    }

    static func client(
        _ configuration: ConnectionConfiguration = ConnectionConfiguration()
    ) -> Victim {
        let victim = Victim(FuzzTransport(isServer: false)) { parts in
            ClientConnection(
                eventLoop: parts.eventLoop, transport: parts.transport,
                configuration: configuration, logger: parts.logger)
        }
        if let client = victim.connection as? ClientConnection {
            victim.calls = FuzzCalls(
                ConnectedClient(Reference(client)), on: LoopExecutor(victim.eventLoop))
        }
        return victim
    }

    /// Lets the peer send.
    func receive(_ write: (inout ByteBuffer) -> Void) {
        var bytes = ByteBuffer()
        write(&bytes)
        connection.receive(bytes)
        connection.receiveComplete()
        eventLoop.run()
    }

    /// Lets the application do something.
    func act(_ body: (Victim) -> Void) {
        body(self)
        eventLoop.run()
    }

    /// The frames that were sent and not yet looked at.
    func sent() throws -> [Frame] {
        eventLoop.run()
        var decoder = FrameDecoder(
            limits: FrameLimits(maximumBody: ConnectionConfiguration().maximumBody))
        decoder.append(transport.take(.max))
        var frames: [Frame] = []
        while let frame = try decoder.next() { frames.append(frame) }
        return frames
    }

    /// Ends everything, so that no task waits for ever.
    func end() {
        connection.close(RPCError(.unavailable, "the test has ended"))
        gate.open()
        eventLoop.run()
        calls?.dropAll()
        eventLoop.run()
    }
}
