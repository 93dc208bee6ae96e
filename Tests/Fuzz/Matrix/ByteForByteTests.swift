import NIOCore
import RollcallWire
import Testing

@testable import RollcallRPC

/// A client and a server whose bytes arrive in pieces, and in any order of events.
@Suite struct ByteForByteTests {
    private func deliver(from sender: Victim, to receiver: Victim, pieces size: Int) {
        let bytes = sender.transport.take(.max)
        for start in stride(from: 0, to: bytes.readableBytes, by: size) {
            let piece = bytes.getSlice(
                at: bytes.readerIndex + start, length: min(size, bytes.readableBytes - start))
            receiver.receive { $0.writeImmutableBuffer(piece ?? ByteBuffer()) }
        }
    }

    @Test(arguments: [1, 2, 7, 11, 12, 13, 100])
    func everyKindOfCallCompletesInPiecesOfThatManyBytes(_ size: Int) throws {
        let (server, client) = (try Victim.server(), Victim.client())
        let request = Detail(value: [UInt8](repeating: 7, count: 300))
        client.act { victim in
            victim.calls?.unary(FuzzService.echo, request, CallOptions())
            victim.calls?.unary(FuzzService.fail, request, CallOptions())
            victim.calls?.collect(request, CallOptions())
            victim.calls?.expand(request, CallOptions())
        }
        server.gate.open()
        for _ in 0..<20 {
            deliver(from: client, to: server, pieces: size)
            deliver(from: server, to: client, pieces: size)
        }
        #expect(client.calls?.running == 0)
        #expect(server.connection.streams.isEmpty && client.connection.streams.isEmpty)
        client.end()
        server.end()
    }

    @Test func aCancelThatCrossesTheLastMessageLeavesNothing() throws {
        let (server, client) = (try Victim.server(), Victim.client())
        client.act { $0.calls?.unary(FuzzService.echo, Detail(), CallOptions()) }
        deliver(from: client, to: server, pieces: .max)
        client.act { $0.calls?.cancelTask(0) }
        deliver(from: client, to: server, pieces: .max)
        deliver(from: server, to: client, pieces: .max)
        for victim in [server, client] {
            #expect(victim.connection.streams.isEmpty && victim.connection.phase == .open)
        }
        #expect(client.calls?.running == 0)
        client.end()
        server.end()
    }

    @Test func nothingIsSentAfterTheLastMessage() throws {
        let (server, client) = (try Victim.server(), Victim.client())
        client.act { $0.calls?.open(FuzzService.chat, CallOptions()) }
        client.act { $0.calls?.finishSending(on: 0) }
        client.act { $0.calls?.send(Detail(), on: 0) }
        client.act { $0.calls?.finishSending(on: 0) }
        if let finding = client.transport.finding { throw finding }
        #expect(client.calls?.running == 0)
        deliver(from: client, to: server, pieces: .max)
        deliver(from: server, to: client, pieces: .max)
        #expect(client.connection.streams.isEmpty)
        client.end()
        server.end()
    }

    @Test func everyTimeoutIsKeptByTheClockOfTheEventLoop() throws {
        let silent = try Victim.server()
        silent.eventLoop.advanceTime(by: .seconds(5))
        #expect(silent.connection.phase == .closed)
        let slow = try Victim.server()
        slow.receive { bytes in
            FrameUnderTest.hello("").write(&bytes)
            bytes.writeBytes([0, 0])
        }
        slow.eventLoop.advanceTime(by: .seconds(9))
        #expect(slow.connection.phase == .open)
        slow.eventLoop.advanceTime(by: .seconds(1))
        #expect(slow.connection.phase == .closed)
    }
}
