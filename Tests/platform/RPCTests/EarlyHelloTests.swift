import Logging
import NIOCore
import NIOPosix
import RollcallWire
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct EarlyHelloTests {
    /// Without a socket, one end may have sent its HELLO before the other has started.
    @Test func aHelloThatArrivesBeforeTheStartIsNotMissedLater() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        var configuration = ConnectionConfiguration()
        configuration.helloTimeout = .milliseconds(20)
        let client = try await loop.submit { [configuration] in
            let connection = ClientConnection(
                eventLoop: loop, transport: Sink(), configuration: configuration,
                logger: Logger(label: "test"))
            var bytes = ByteBuffer()
            bytes.writeHello()
            connection.receive(bytes)
            connection.start()
            return Reference(connection)
        }.get()
        let staysOpen = try await remains(for: .milliseconds(100)) {
            try await loop.submit { client.ifOnEventLoop?.phase == .open }.get()
        }
        #expect(staysOpen)
    }
}

private final class Sink: ByteTransport {
    var isWritable: Bool { true }
    func write(_ bytes: ByteBuffer) {}
    func flush() {}
    func close() {}
}
