import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import RollcallRPC

/// One connection of a client. It gives the requests to the responder one after the other, in a
/// task on the event loop of the connection: nothing goes to another thread and back.
///
/// It closes a client that sends a request too slowly, or does not read what it has asked for. A
/// client that ends its side has gone: that cancels what is done for it.
final class HTTPConnection: ChannelDuplexHandler, @unchecked Sendable {
    // Unchecked: all is touched on the event loop only.
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPServerResponsePart

    let channel: any Channel
    private let peer: IPAddress?
    private let server: HTTPConnections
    private var configuration: HTTPServerConfiguration { server.configuration }
    private var context: ChannelHandlerContext?

    /// What has arrived and was not looked at, and its bytes.
    private var parts = CircularBuffer<HTTPServerRequestPart>()
    private var held = 0
    /// Waits for the next part.
    private var reader: UnsafeContinuation<HTTPServerRequestPart?, any Error>?
    /// Waits until the client has read enough.
    private var writers: [UnsafeContinuation<Void, any Error>] = []
    private var task: Task<Void, Never>?

    /// Of the request that is being answered.
    private var isAtEndOfBody = true
    private var version = HTTPVersion.http1_1
    private var endsWithAnswer = false

    /// Since when no request is being answered; nil while one is.
    private var idleSince: NIODeadline? = .now()
    private var idleTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?
    private var slowness: Scheduled<Void>?
    /// Of the slice of time that is looked at: the bytes of bodies, and whether this side has
    /// stopped to read.
    private var slice = (bytes: 0, wasHeldBack: false)
    private var isReceiving = false
    private var isHoldingBack = false
    /// Why nothing more can be read.
    private var fault: (any Error)?
    /// Whether the client sends nothing more.
    private var hasLeft = false
    private(set) var isLeaving = false

    init(_ channel: any Channel, _ peer: IPAddress?, _ server: HTTPConnections) {
        (self.channel, self.peer, self.server) = (channel, peer, server)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        guard server.enter(self, peer) else { return context.close(promise: nil) }
        watchIdleness(for: TimeAmount(configuration.idleTime))
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
        for timer in [idleTimer, stallTimer, slowness] { timer?.cancel() }
        server.leave(self, peer)
    }

    /// Ends the connection once the running request is answered.
    func drain() {
        endsWithAnswer = true
        isLeaving = true
        if idleSince != nil { close() }
    }

    /// Ends the running request.
    func cancel() {
        task?.cancel()
        reader.take()?.resume(throwing: CancellationError())
        for writer in writers { writer.resume(throwing: CancellationError()) }
        writers = []
    }

    func close() { context?.close(promise: nil) }
}

/// The requests.
extension HTTPConnection {
    private func serve() async {
        do {
            while let head = try await nextHead() {
                try await server.responder(
                    Request(head, RequestBody(connection: self), from: peer),
                    AnswerWriter(connection: self))
                while try await nextOfBody() != nil {}
                idleSince = .now()
                if endsWithAnswer { break }
            }
            end()
        } catch is HTTPParserError where idleSince != nil {
            endsWithAnswer = true
            try? await write(
                HTTPResponse(status: .badRequest, headerFields: [.contentLength: "0"]), nil,
                isWhole: true)
            end()
        } catch {
            close()
        }
    }

    /// - Throws: `HTTPParserError` for what is no request.
    private func nextHead() async throws -> HTTPRequest? {
        guard case .head(let head)? = try await next() else { return nil }
        idleSince = nil
        isAtEndOfBody = false
        version = head.version
        if !head.isKeepAlive || version != .http1_1 { endsWithAnswer = true }
        return try HTTPRequest(known: head)
    }

    func nextOfBody() async throws -> ByteBuffer? {
        guard !isAtEndOfBody else { return nil }
        switch try await next() {
        case .body(let bytes): return bytes
        case .end:
            isAtEndOfBody = true
            return nil
        case .head, nil: throw CancellationError()
        }
    }

    /// - Returns: nil when the client has gone.
    private func next() async throws -> HTTPServerRequestPart? {
        if let part = takePart() { return part }
        if let fault { throw fault }
        if hasLeft { return nil }
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withUnsafeThrowingContinuation { reader = $0 }
        } onCancel: {
            channel.eventLoop.execute { [self] in
                reader.take()?.resume(throwing: CancellationError())
            }
        }
    }

    private func takePart() -> HTTPServerRequestPart? {
        guard let part = parts.popFirst() else { return nil }
        if case .body(let bytes) = part { held -= bytes.readableBytes }
        if isHoldingBack, isRoom {
            isHoldingBack = false
            context?.read()
        }
        return part
    }

    private var isRoom: Bool { held < 16 << 10 && parts.count < 16 }

    /// The most parts in front of a request. A read of 64 KiB can have thousands of requests.
    private static let waiting = 64

    /// Ends the answers. A close before the client has read the last one could take it away.
    private func end() {
        guard !hasLeft, !isLeaving else { return close() }
        fault = CancellationError()
        context?.close(mode: .output, promise: nil)
    }
}

/// What arrives.
extension HTTPConnection {
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard fault == nil else { return }
        let part = unwrapInboundIn(data)
        switch part {
        case .head:
            guard parts.count < Self.waiting else { return close() }
            (isReceiving, slice.bytes) = (true, 0)
        case .body(let bytes):
            slice.bytes += bytes.readableBytes
            held += bytes.readableBytes
        case .end:
            isReceiving = false
            slowness.take()?.cancel()
        }
        parts.append(part)
        if let reader = reader.take() { reader.resume(returning: takePart()) }
        if task == nil { begin() }
    }

    private func begin() {
        let executor = server.executor(of: channel.eventLoop)
        task = Task(executorPreference: executor) { [self] in await serve() }
    }

    /// Most requests come in one piece, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isReceiving, slowness == nil { watchSlowness() }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if isRoom || fault != nil { return context.read() }
        (isHoldingBack, slice.wasHeldBack) = (true, true)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The parser says of all that follows a fault that it cannot be read, either.
        guard fault == nil else { return }
        guard error is HTTPParserError else { return close() }
        fault = error
        reader.take()?.resume(throwing: error)
        if task == nil { begin() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        guard !hasLeft else { return }
        hasLeft = true
        if idleSince != nil { close() }
        cancel()
    }
}

/// What is answered.
extension HTTPConnection {
    func write(_ head: HTTPResponse?, _ part: ByteBuffer?, isWhole: Bool) async throws {
        guard let context, channel.isActive else { throw CancellationError() }
        if let head {
            var head = HTTPResponseHead(head)
            head.version = version
            if endsWithAnswer, head.status.code >= 200 {
                head.headers.replaceOrAdd(name: "connection", value: "close")
            }
            context.write(wrapOutboundOut(.head(head)), promise: nil)
        }
        if let part {
            context.write(wrapOutboundOut(.body(.byteBuffer(part))), promise: nil)
        }
        if isWhole { context.write(wrapOutboundOut(.end(nil)), promise: nil) }
        context.flush()
        guard !channel.isWritable else { return }
        try await withUnsafeThrowingContinuation { writers.append($0) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stallTimer.take()?.cancel()
        if context.channel.isWritable {
            for writer in writers { writer.resume() }
            writers = []
        } else {
            stallTimer = schedule(in: TimeAmount(configuration.stallTime)) { $0.close() }
        }
        context.fireChannelWritabilityChanged()
    }
}

/// Time.
extension HTTPConnection {
    /// One timer for all requests: none is set anew for each.
    private func watchIdleness(for time: TimeAmount) {
        idleTimer = schedule(in: time) { connection in
            let limit = TimeAmount(connection.configuration.idleTime)
            let rest = connection.idleSince.map { $0 + limit - .now() } ?? limit
            if rest <= .zero { connection.close() } else { connection.watchIdleness(for: rest) }
        }
    }

    private func watchSlowness() {
        slice = (0, isHoldingBack)
        slowness = schedule(in: TimeAmount(configuration.sliceTime)) { connection in
            let slice = connection.slice
            if slice.bytes < connection.configuration.sliceSize, !slice.wasHeldBack {
                connection.close()
            } else {
                connection.watchSlowness()
            }
        }
    }

    private func schedule(
        in time: TimeAmount, _ action: @escaping @Sendable (HTTPConnection) -> Void
    ) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: time) { [weak self] in
            if let self { action(self) }
        }
    }
}

extension HTTPRequest {
    /// - Throws: for what is no request.
    fileprivate init(known head: HTTPRequestHead) throws {
        guard head.uri.utf8.first == UInt8(ascii: "/") else {
            self = try HTTPRequest(head, secure: false, splitCookie: false)
            return
        }
        self.init(
            method: try Method(head.method), scheme: "http",
            authority: head.headers.first(name: "host"), path: head.uri,
            headerFields: HTTPFields(head.headers, splitCookie: false))
    }
}
