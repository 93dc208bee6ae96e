import Foundation
import HTTPTypes
import NIOCore
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing

@Suite(.serialized) struct HTTPServerTests {
    /// Serves while `body` runs. The answer is the number of bytes of the request's body.
    private func serving(
        _ change: (inout HTTPServerConfiguration) -> Void = { _ in },
        responder: HTTPServer.Responder? = nil,
        _ body: (Int, HTTPServer) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        change(&configuration)
        let count: HTTPServer.Responder = { request, writer in
            var count = 0
            while let part = try await request.body.next() { count += part.readableBytes }
            let answer = ByteBuffer(string: "\(count)")
            let head = HTTPResponse(
                status: .ok, headerFields: [.contentLength: "\(answer.readableBytes)"])
            try await writer.write(head, answer)
        }
        let server = HTTPServer(
            at: .tcp(host: "127.0.0.1", port: 0), configuration: configuration,
            responder: responder ?? count)
        let port = try #require(try await server.listen()?.port)
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await body(port, server)
    }

    private func serving(
        _ change: (inout HTTPServerConfiguration) -> Void = { _ in },
        responder: HTTPServer.Responder? = nil, _ body: (Int) async throws -> Void
    ) async throws {
        try await serving(change, responder: responder) { port, _ in try await body(port) }
    }

    @Test func aRequestInPiecesIsAnsweredOnceItIsWhole() async throws {
        try await serving { port in
            let socket = try RawSocket(port: port)
            for piece in ["POST / HT", "TP/1.1\r\nContent-Le", "ngth: 6\r\n\r\nabc", "def"] {
                try socket.send(piece)
            }
            #expect(try await socket.read().hasSuffix("\r\n\r\n6"))
        }
    }

    @Test func anEndpointCanBeOpenedBeforeTheServerRuns() async throws {
        func server(_ endpoint: Endpoint) -> HTTPServer {
            HTTPServer(
                at: endpoint, configuration: HTTPServerConfiguration(),
                responder: { _, writer in
                    try await writer.write(
                        HTTPResponse(status: .ok, headerFields: [.contentLength: "0"]))
                })
        }
        let first = server(.tcp(host: "127.0.0.1", port: 0))
        let number = try #require(try await first.listen()?.port)
        let place = Endpoint.tcp(host: "127.0.0.1", port: number)
        await #expect(throws: ServerError.endpointTaken(place)) {
            try await server(place).listen()
        }
        let running = Task { try await first.run() }
        let socket = try RawSocket(port: number)
        try socket.send("GET / HTTP/1.1\r\n\r\n")
        #expect(try await socket.read().hasPrefix("HTTP/1.1 200"))
        running.cancel()
        try await running.value
        #expect(throws: POSIXError.self) { try RawSocket(port: number) }
    }

    @Test func aBodyThatComesTooSlowlyEndsItsConnection() async throws {
        try await serving {
            $0.sliceTime = .milliseconds(200)
            $0.sliceSize = 1000
        } _: { port in
            let slow = try RawSocket(port: port)
            try slow.send("POST / HTTP/1.1\r\nContent-Length: 5000\r\n\r\nx")
            #expect(try await slow.read() == "")
            // Others are not held up.
            let quick = try RawSocket(port: port)
            try quick.send("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx")
            #expect(try await quick.read().hasSuffix("\r\n\r\n1"))
        }
    }

    @Test func aHeadThatIsNeverWholeEndsItsConnection() async throws {
        try await serving {
            $0.idleTime = .milliseconds(300)
        } _: { port in
            let socket = try RawSocket(port: port)
            try socket.send("POST / HTTP/1.1\r\nX-Slow: ")
            #expect(try await socket.read() == "")
        }
    }

    @Test func oneClientHasOnlySoManyConnections() async throws {
        try await serving {
            $0.connectionsPerClient = 3
        } _: { port in
            let sockets = try (0..<3).map { _ in try RawSocket(port: port) }
            for socket in sockets {
                try socket.send("GET / HTTP/1.1\r\n\r\n")
                #expect(try await socket.read().hasSuffix("0"))
            }
            #expect(try await RawSocket(port: port).read() == "")
        }
    }

    @Test func aDrainLetsRequestsEndAndEndsWhatDoesNot() async throws {
        let (events, event) = AsyncStream<String>.makeStream()
        let (go, goOn) = AsyncStream<Void>.makeStream()
        let waiting: HTTPServer.Responder = { request, writer in
            event.yield("begun")
            if request.head.path == "/stream" { try await Task.sleep(for: .seconds(60)) }
            var iterator = go.makeAsyncIterator()
            _ = await iterator.next()
            try await writer.write(HTTPResponse(status: .ok, headerFields: [.contentLength: "0"]))
        }
        try await serving(responder: waiting) { port, server in
            let (call, stream, idle) = try (
                RawSocket(port: port), RawSocket(port: port), RawSocket(port: port)
            )
            var iterator = events.makeAsyncIterator()
            try call.send("GET / HTTP/1.1\r\n\r\n")
            try stream.send("GET /stream HTTP/1.1\r\n\r\n")
            for _ in 0..<2 { #expect(await iterator.next() == "begun") }
            let drained = Task { await server.drain(within: .seconds(1)) }
            #expect(try await idle.read() == "")
            goOn.yield()
            #expect(try await call.read().hasPrefix("HTTP/1.1 200"))
            #expect(try await stream.read() == "")
            await drained.value
        }
    }

    @Test func aClientThatWantsItIsTheEndOfAConnection() async throws {
        let heads = [
            "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nConnection: Close\r\n\r\n",
            "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        ]
        try await serving { port in
            for head in heads {
                let socket = try RawSocket(port: port)
                try socket.send(head)
                #expect(try await socket.readAll().hasSuffix("\r\n\r\n0"))
            }
            let socket = try RawSocket(port: port)
            try socket.send("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\n")
            #expect(try await socket.readAll().split(separator: "HTTP/1.1 200").count == 2)
        }
    }

    @Test func whatIsNoRequestIsAnsweredBehindThoseBeforeIt() async throws {
        try await serving { port in
            let socket = try RawSocket(port: port)
            try socket.send("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nabnonsense\r\n\r\n")
            try socket.send("GET / HTTP/1.1\r\n\r\n")
            let answers = try await socket.readAll()
            #expect(answers.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answers.contains("HTTP/1.1 400 Bad Request\r\n"))
        }
    }

    @Test func requestsThatAreSentAheadOfTheirAnswersAreAnswered() async throws {
        try await serving { port in
            let socket = try RawSocket(port: port)
            let request = "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx"
            for _ in 0..<2 { try socket.send(String(repeating: request, count: 10)) }
            try socket.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
            #expect(try await socket.readAll().split(separator: "HTTP/1.1 200").count == 21)
        }
    }

    @Test func aBodyThatTheServerDoesNotReadIsNotSlow() async throws {
        let (go, goOn) = AsyncStream<Void>.makeStream()
        let later: HTTPServer.Responder = { request, writer in
            var iterator = go.makeAsyncIterator()
            _ = await iterator.next()
            while try await request.body.next() != nil {}
            try await writer.write(HTTPResponse(status: .ok, headerFields: [.contentLength: "0"]))
        }
        try await serving(
            {
                $0.sliceTime = .milliseconds(100)
                $0.sliceSize = 1 << 20
            }, responder: later
        ) { port in
            let socket = try RawSocket(port: port)
            let body = String(repeating: "x", count: 100_000)
            try socket.send("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n" + body)
            try await Task.sleep(for: .milliseconds(500))
            goOn.yield()
            #expect(try await socket.read().hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func aClientThatDoesNotReadHoldsLittleAndIsClosed() async throws {
        let (events, event) = AsyncStream<Int>.makeStream()
        let endless: HTTPServer.Responder = { _, writer in
            var sent = 0
            defer { event.yield(sent) }
            try await writer.begin(HTTPResponse(status: .ok))
            while true {
                try await writer.write(ByteBuffer(repeating: 0, count: 10_000))
                sent += 10_000
            }
        }
        try await serving({ $0.stallTime = .milliseconds(300) }, responder: endless) { port in
            let socket = try RawSocket(port: port)
            try socket.send("GET / HTTP/1.1\r\n\r\n")
            var iterator = events.makeAsyncIterator()
            #expect(try #require(await iterator.next()) < 64 << 20)
            withExtendedLifetime(socket) {}
        }
    }

    @Test func aDrainTellsTheResponderThatTheServerLeaves() async throws {
        let (events, event) = AsyncStream<Bool>.makeStream()
        let stream: HTTPServer.Responder = { _, writer in
            try await writer.begin(HTTPResponse(status: .ok))
            event.yield(true)
            try? await Task.sleep(for: .seconds(60))
            try await writer.write(ByteBuffer(string: "leaving: \(writer.isLeaving)"))
            try await writer.end()
        }
        try await serving(responder: stream) { port, server in
            let socket = try RawSocket(port: port)
            try socket.send("GET / HTTP/1.1\r\n\r\n")
            var iterator = events.makeAsyncIterator()
            _ = await iterator.next()
            await server.drain(within: .milliseconds(100))
            #expect(try await socket.readAll().hasSuffix("leaving: true\r\n0\r\n\r\n"))
        }
    }

    @Test func aConnectionOfAProxyBeginsWithItsClient() async throws {
        let client: HTTPServer.Responder = { request, writer in
            let peer = ByteBuffer(string: request.peer.map { "\($0)" } ?? "")
            try await writer.write(
                HTTPResponse(status: .ok, headerFields: [.contentLength: "\(peer.readableBytes)"]),
                peer)
        }
        try await serving(
            {
                $0.expectsProxyHeader = true
                $0.proxies = TrustedProxies([AddressRange("127.0.0.1")].compactMap(\.self))
                $0.connectionsPerClient = 1
            }, responder: client
        ) { port in
            let head = "\r\n\r\n\0\r\nQUIT\n!\u{11}\0\u{C}\u{1}\u{2}\u{3}\u{4}\0\0\0\0\0\0\0\0"
            let first = try RawSocket(port: port)
            for piece in [head.prefix(9), head.dropFirst(9)] { try first.send(String(piece)) }
            try first.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try await first.read().hasSuffix("1.2.3.4"))
            // The client has as many connections as without the proxy.
            let second = try RawSocket(port: port)
            try second.send(head + "GET / HTTP/1.1\r\n\r\n")
            #expect(try await second.read() == "")
            let without = try RawSocket(port: port)
            try without.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try await without.read() == "")
            let own = try RawSocket(port: port)
            try own.send("\r\n\r\n\0\r\nQUIT\n \0\0\0GET / HTTP/1.1\r\n\r\n")
            #expect(try await own.read().hasSuffix("127.0.0.1"))
        }
    }

    @Test func aClientThatEndsItsInputAtOnceIsNoticed() async throws {
        let (events, event) = AsyncStream<Void>.makeStream()
        let waiting: HTTPServer.Responder = { _, _ in
            try? await Task.sleep(for: .seconds(60))
            event.yield()
        }
        try await serving(responder: waiting) { port in
            var iterator = events.makeAsyncIterator()
            for _ in 0..<100 {
                let socket = try RawSocket(port: port)
                try socket.send("GET / HTTP/1.1\r\n\r\n")
                socket.endInput()
                #expect(try await socket.read() == "")
            }
            event.finish()
            while await iterator.next() != nil {}
        }
    }

    @Test func aClientThatGoesAwayCancelsWhatIsDoneForIt() async throws {
        let (events, event) = AsyncStream<String>.makeStream()
        let waiting: HTTPServer.Responder = { _, _ in
            event.yield("begun")
            do {
                try await Task.sleep(for: .seconds(60))
            } catch {
                event.yield("cancelled")
            }
        }
        try await serving(responder: waiting) { port in
            let socket = try RawSocket(port: port)
            try socket.send("GET / HTTP/1.1\r\n\r\n")
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == "begun")
            socket.close()
            #expect(await iterator.next() == "cancelled")
        }
    }
}

/// A connection of a client that sends what it likes.
private final class RawSocket: Sendable {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close() }

    func send(_ text: String) throws {
        let count = Foundation.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
        guard count == text.utf8.count else { throw POSIXError(.EPIPE) }
    }

    func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// All until the end.
    func readAll() async throws -> String {
        var all = ""
        while case let next = try await read(), !next.isEmpty { all += next }
        return all
    }

    /// The next bytes that come; empty at the end.
    func read() async throws -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [descriptor] in
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = Foundation.read(descriptor, &bytes, bytes.count)
                continuation.resume(
                    returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
            }
        }
    }
}
