import NIOCore
import RollcallWire

/// How calls begin: from OPEN until the request is there, or the stream has begun.
extension ServerConnection {
    func receiveOpen(_ frame: Frame) throws {
        let id = frame.header.streamID
        guard id % 2 == 1, id > highestStreamID, id <= FrameHeader.highestStreamID else {
            throw RPCError(
                .failedPrecondition,
                "a stream id that is even, not higher than those before, or over 2^31 - 1")
        }
        highestStreamID = id
        let cost = try charge(frame)
        // After GOAWAY the client knows that such a call was not accepted. Further frames of the
        // call are ignored, like those of a call that has ended.
        guard phase == .open else { return release(cost, of: 0) }
        let call = try call(from: frame.meta)
        let flags = frame.header.flags
        let isWhole = flags.contains(.lastMessage) && !flags.contains(.more)
        if let refusal = refusal(of: call, isWhole: isWhole) {
            release(cost, of: 0)
            return try refuse(id, refusal)
        }
        try accept(call, id: id, frame: frame, cost: cost, isWhole: isWhole)
    }

    /// The route and the OPEN of a call.
    private func call(from meta: ByteBuffer) throws -> IncomingCall {
        let known: IncomingCall? = meta.withUnsafeReadableBytes { bytes in
            guard let head = OpenHead(bytes),
                let route = runner.routes[UnsafeRawBufferPointer(rebasing: bytes[head.method])]
            else { return nil }
            return IncomingCall(route: route, open: Open(timeoutUs: head.timeoutUs))
        }
        if let known { return known }
        let open = try decode(Open.self, from: meta)
        return IncomingCall(route: runner.routes[open.method], open: open)
    }

    private func accept(
        _ call: IncomingCall, id: UInt32, frame: Frame, cost: Int, isWhole: Bool
    ) throws {
        let record = StreamRecord(
            id: id, receiver: nil, sendWindow: peer.streamWindow, configuration)
        count(record, call.open, metaLength: frame.meta.readableBytes)
        streams.insert(record)
        guard let route = call.route else {
            release(cost, of: 0)
            return end(record, with: .noRPC(named: call.open.method))
        }
        record.maximumMessageSize = min(
            record.maximumMessageSize, route.rpc.maximumRequestSize)
        limitTime(of: record, route, call.open)
        let context: CallContext
        do {
            context = try self.context(of: call, route, record)
        } catch {
            release(cost, of: 0)
            return end(record, with: .wire(for: error))
        }
        if let refusal = refusalOfClient(record, route) {
            release(cost, of: 0)
            return refuse(record, refusal)
        }
        if route.kind.hasManyRequests {
            acceptStream(record, context, route)
        } else if isWhole {
            // The handler receives the request immediately.
            record.hasPeerEnded = true
            release(cost, of: 0)
            return begin(context, route, record, with: frame.body, isAdmitted: true)
        } else {
            keep(record, PendingCall((context, route)), for: configuration.requestTimeout)
        }
        guard streams[id] === record else { return release(cost, of: 0) }
        let flags = frame.header.flags
        if flags.contains(.message) {
            try receiveMessage(frame.body, of: record, flags: flags, cost: cost)
        }
        if flags.contains(.end), streams[id] === record { peerEnded(record) }
    }

    private func limitTime(of record: StreamRecord, _ route: Router.Route, _ open: Open) {
        guard let timeout = route.timeout(asked: open.timeoutUs) else { return }
        let end = clock.lastRead + timeout
        record.deadline = end
        setTimer(for: end)
    }

    /// Accepts a call that streams to the server. Its handler begins at once if the RPC has to know
    /// its caller, so that a caller without access is refused before sending more. If anyone may
    /// call the RPC, the handler begins with the first message.
    private func acceptStream(
        _ record: StreamRecord, _ context: CallContext, _ route: Router.Route
    ) {
        let stream = StreamHandle(connection: ConnectionReference(self))
        stream.id = record.id
        record.receiver = stream
        guard route.access == .anyone else { return begin(context, route, record, with: nil) }
        guard awaitedStreams < configuration.maximumAwaitedStreams || standing == .exempt else {
            return refuse(record, runner.scheduler.refusals.streams)
        }
        awaitedStreams += 1
        keep(record, PendingCall((context, route)), for: configuration.firstMessageTimeout)
    }

    /// Keeps a call until its handler can begin.
    private func keep(_ record: StreamRecord, _ call: PendingCall, for timeout: Duration) {
        let end = clock.lastRead.later(by: timeout)
        record.incoming = call
        record.beginsBy = end
        setTimer(for: end)
        holdingChanged(record)
    }

    /// The first message or the end of a kept call has arrived.
    func receivedFirst(of record: StreamRecord) {
        guard record.beginsBy < .distantFuture else { return }
        record.beginsBy = .distantFuture
        awaitedStreams -= 1
        guard let pending = record.incoming.take()?.value else { return }
        begin(pending.context, pending.route, record, with: nil)
    }

    /// The only request of a call has arrived; its end may come later.
    func receiveOnlyRequest(_ message: ByteBuffer, of record: StreamRecord, cost: Int) {
        release(cost, of: record.id)
        guard record.request == nil else {
            return end(
                record, with: RPCError(.invalidArgument, "the call has more than one request"))
        }
        record.request = message.alone
        hold(message.readableBytes, for: record)
    }

    /// The client has ended a call that takes one request.
    func onlyRequestEnded(_ record: StreamRecord) {
        guard let request = record.request.take() else {
            return end(record, with: RPCError(.invalidArgument, "the call has no request"))
        }
        hold(-request.readableBytes, for: record)
        record.beginsBy = .distantFuture
        guard let pending = record.incoming.take()?.value else { return }
        begin(pending.context, pending.route, record, with: request)
    }

    /// Counts bytes of a request that are kept for its handler.
    private func hold(_ bytes: Int, for record: StreamRecord) {
        record.requestBytes += bytes
        assemblingBytes += bytes
        if assemblingBytes > configuration.maximumAssembling {
            end(record, with: .tooMuchAssembling)
        }
    }

    private func context(
        of call: IncomingCall, _ route: Router.Route, _ record: StreamRecord
    ) throws -> CallContext {
        let open = call.open
        let metadata = try Metadata(open.metadata)
        var context = CallContext(
            method: route.path, metadata: metadata,
            // A traceparent that is not in the form of W3C Trace Context is not passed on.
            traceparent: open.traceparent.utf8.count == 55 ? open.traceparent : "",
            peer: identity)
        context.end = record.deadline
        if isProxy, let client = try TrustedProxies.client(named: metadata) {
            context.peer = client
            if let key = PeerKey(client) {
                count(record, for: runner.scheduler.load.peers.usage(of: key))
            }
        }
        return context
    }
}

/// A call that a client has opened: its metadata, and its route if there is one. `open` lacks the
/// method name if the route was found by it.
struct IncomingCall {
    let route: Router.Route?
    let open: Open
}

/// A call of which only the beginning has arrived.
typealias PendingCall = Boxed<(context: CallContext, route: Router.Route)>

extension MethodKind {
    var hasManyRequests: Bool { self == .clientStreaming || self == .bidirectional }
}

extension RPCError {
    /// - Parameter name: as the client has sent it.
    fileprivate static func noRPC(named name: String) -> RPCError {
        guard name.utf8.count <= 256 else {
            return RPCError(.invalidArgument, "the name of a method has at most 256 bytes")
        }
        return RPCError(.unimplemented, "there is no RPC \(name.quoted)")
    }
}

extension String {
    /// A method name from the peer, made safe for a sentence.
    fileprivate var quoted: String {
        "`\(unicodeScalars.prefix(128).filter { $0.isASCII && $0.value >= 0x20 }.map(String.init).joined())`"
    }
}
