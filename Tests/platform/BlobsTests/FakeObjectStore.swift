import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server that answers what it is told to, whatever it is asked.
final class FakeObjectStore: Sendable {
    struct Request: Sendable {
        /// The first line and the headers.
        let head: String
        let body: [UInt8]
    }

    enum Answer: Sendable {
        /// The bytes, and then the connection waits for the next request.
        case bytes([UInt8])
        /// The bytes, and then the connection is closed.
        case cut([UInt8])
        /// The first bytes, and then these again and again, as fast as they are taken, or a byte at
        /// a time.
        case endless([UInt8], then: [UInt8])
        case drip([UInt8])
        case silence

        static func text(_ status: String, _ body: String, headers: String = "") -> Answer {
            .bytes(
                Array(
                    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
                        .utf8))
        }
    }

    private let channel: any Channel
    private let asked: Asked

    fileprivate final class Asked: Sendable {
        let requests = Mutex<[Request]>([])
    }

    /// - Parameter answer: to the request, and how many came before.
    init(
        tls: NIOSSLContext? = nil, answer: @escaping @Sendable (Request, Int) -> Answer
    ) async throws {
        let asked = Asked()
        self.asked = asked
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(Handler(asked, answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    var requests: [Request] { asked.requests.withLock { $0 } }

    func close() async throws {
        try await channel.close()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let asked: Asked
        private let answer: @Sendable (Request, Int) -> Answer
        private var received: [UInt8] = []
        /// What is sent whenever the last of it was taken.
        private var again: [UInt8]?

        init(_ asked: Asked, _ answer: @escaping @Sendable (Request, Int) -> Answer) {
            self.asked = asked
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += Array(unwrapInboundIn(data).readableBytesView)
            while let request = takeRequest() {
                let count = asked.requests.withLock { requests in
                    requests.append(request)
                    return requests.count - 1
                }
                give(answer(request, count), context)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        private func takeRequest() -> Request? {
            let text = String(decoding: received, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { return nil }
            let head = String(text[..<end.lowerBound])
            let length =
                head.lowercased().split(separator: "\r\n")
                .first { $0.hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
            let bodyStart = head.utf8.count + 4
            guard received.count >= bodyStart + length else { return nil }
            defer { received.removeFirst(bodyStart + length) }
            return Request(head: head, body: Array(received[bodyStart..<bodyStart + length]))
        }

        private func give(_ answer: Answer, _ context: ChannelHandlerContext) {
            switch answer {
            case .silence: break
            case .bytes(let bytes): write(bytes, context)
            case .cut(let bytes):
                write(bytes, context)
                context.close(promise: nil)
            case .endless(let first, let then):
                write(first, context)
                repeatedly(then, context)
            case .drip(let bytes): drip(bytes[...], context)
            }
        }

        private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
        }

        private func repeatedly(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes))).whenSuccess {
                let (handler, context) = loopBound.value
                handler.repeatedly(bytes, context)
            }
        }

        private func drip(_ bytes: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
            guard let byte = bytes.first, context.channel.isActive else { return }
            write([byte], context)
            let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(20)) {
                let (handler, context) = loopBound.value
                handler.drip(bytes.dropFirst(), context)
            }
        }
    }
}
