import NIOCore
import Synchronization
import TestEcho
import TestSupport
import Testing

@testable import RollcallRPC

/// What a connection holds while its streams are open and silent: there may be tens of thousands.
@Suite struct ConnectionMemoryTests {
    /// Bytes for which a server's only connection has memory to send from.
    private func outputCapacity(_ server: Server) async throws -> Int {
        let connections = server.state.withLock { Array($0.connections.values) }
        try #require(connections.count == 1)
        let connection = connections[0]
        return try await connection.eventLoop.submit {
            let connection = try #require(connection.ifOnEventLoop)
            #expect(connection.streams.count == 1)
            return connection.output.capacity
        }.get()
    }

    @Test(arguments: [1, 1_000, 30_000, 300_000])
    func whatWasSentFromIsGivenBackWhileAStreamIsOpen(size: Int) async throws {
        try await withEchoServer(over: .tcp) { server in
            let chat = try await server.echo.chat()
            for _ in 0..<3 {
                let message = EchoMessage(payload: pattern(size))
                try await chat.send(message)
                #expect(try await chat.responses.next() == message)
                // The handler may still be at work on the end of its turn.
                try await eventually { try await outputCapacity(server.server) == 0 }
            }
            chat.cancel()
        }
    }
}
