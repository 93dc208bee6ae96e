import NIOCore
import RollcallWire

/// What only the answering end of a connection does.
extension Connection {
    func receiveOpen(_ frame: Frame) throws {
        let id = frame.header.streamID
        guard id % 2 == 1, id > highestStreamID else {
            throw RPCError(.failedPrecondition, "a stream id that is even or not higher")
        }
        highestStreamID = id
        let cost = try charge(frame)
        // After GOAWAY the client knows that such a call was not taken up; what else it has under
        // way for the call is ignored like that of a call that has ended.
        guard phase == .open else { return release(cost, of: 0) }
        let call = try call(from: frame.meta)
        if let refusal = refusal(of: call) {
            release(cost, of: 0)
            return try refuse(id, refusal)
        }
        try accept(call, id: id, frame: frame, cost: cost)
    }

    /// Who is called, and how.
    private func call(from meta: ByteBuffer) throws -> IncomingCall {
        guard case .server(let runner) = role else { throw RPCError.notAServer }
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

    private func accept(_ call: IncomingCall, id: UInt32, frame: Frame, cost: Int) throws {
        let flags = frame.header.flags
        // Where many requests may come, the first and last is read like any other.
        let isWhole =
            flags.contains(.lastMessage) && !flags.contains(.more)
            && call.route?.kind.hasManyRequests != true
        let needsStream = !isWhole || call.route?.kind != .unary
        let stream = needsStream ? StreamHandle(connection: ConnectionReference(self)) : nil
        stream?.id = id
        let record = StreamRecord(
            id: id, receiver: stream, sendWindow: peer.streamWindow, configuration)
        record.compresses = peer.takesZlib && call.open.responseCompression == .zlib
        streams.insert(record)
        if isWhole {
            // The handler has it at once.
            record.hasPeerEnded = true
            release(cost, of: 0)
            guard frame.body.readableBytes <= configuration.maximumMessageSize else {
                return end(record, with: .messageTooLarge(configuration.maximumMessageSize))
            }
        } else {
            if flags.contains(.message) {
                try receiveMessage(frame.body, of: record, flags: flags, cost: cost)
            }
            if flags.contains(.end) { peerEnded(record) }
        }
        guard streams[id] === record else { return }
        do {
            let request = isWhole ? try inflated(frame, for: record) : nil
            try start(call, of: record, request: request, stream)
        } catch let error as RPCError {
            end(record, with: error)
        }
    }

    /// The request of a call. What it becomes when it is decompressed is counted like what waits to
    /// become whole.
    private func inflated(_ frame: Frame, for record: StreamRecord) throws -> ByteBuffer {
        guard frame.header.flags.contains(.compressed) else {
            // A handler that streams may last, and must not keep what else was read with its request.
            return record.receiver == nil ? frame.body : frame.body.alone
        }
        let message = ReceivedMessage(bytes: frame.body, isCompressed: true)
        let inflated = try message.decompressed(limit: configuration.maximumMessageSize)
        record.inflatedBytes = inflated.readableBytes
        assemblingBytes += inflated.readableBytes
        guard assemblingBytes <= configuration.maximumAssembling else {
            throw RPCError.tooMuchAssembling
        }
        return inflated
    }

    private func start(
        _ call: IncomingCall, of record: StreamRecord, request: ByteBuffer?, _ stream: StreamHandle?
    ) throws {
        guard case .server(let runner) = role else { return }
        guard let route = call.route else {
            throw RPCError(.unimplemented, "there is no RPC \(call.open.method.quoted)")
        }
        var context = try context(of: call, route, record)
        context.response = ResponseMetadata(ConnectionReference(self), record.id)
        let call = ServerCall(request: request, stream: stream, context: context)
        runningHandlers += 1
        runner.scheduler.take(
            CallScheduler.Waiting(connection: self, record: record, call: call, route: route))
    }

    /// Begins the handler of a call whose turn has come.
    ///
    /// - Returns: whether the handler is still running.
    func begin(_ waiting: CallScheduler.Waiting, at now: NIODeadline) -> Bool {
        guard case .server(let runner) = role else { return false }
        let record = waiting.record
        beginningCall = record.id
        let task = runner.start(
            waiting.call, of: record.id, waiting.route, at: now, on: ConnectionReference(self))
        // A handler that never suspends has ended by now, and its stream with it.
        if streams[record.id] === record { record.task = task } else { task.cancel() }
        return beginningCall.take() != nil
    }

    private func context(
        of call: IncomingCall, _ route: Router.Route, _ record: StreamRecord
    ) throws -> CallContext {
        if let timeout = route.timeBound.timeout(asked: call.open.timeoutUs) {
            let end = clock.lastRead + timeout
            record.deadline = end
            setTimer(for: end)
        }
        let open = call.open
        return CallContext(
            method: route.path, metadata: try Metadata(open.metadata), end: record.deadline,
            // What is not of the form of W3C Trace Context is not passed on.
            traceparent: open.traceparent.utf8.count == 55 ? open.traceparent : "",
            peer: identity)
    }

    /// The handler's task has ended, and its slot is free again.
    func handlerEnded(
        _ id: UInt32, _ route: Router.Route, began: NIODeadline,
        with outcome: Result<ServerReply, any Error>
    ) {
        let hasWaited = beginningCall != id
        if !hasWaited { beginningCall = nil }
        if case .server(let runner) = role {
            runner.scheduler.handlerEnded(route, began: hasWaited ? began : nil)
        }
        if let record = streams[id] {
            switch outcome {
            case .success(let reply):
                let close = Close(trailers: record.trailers.isEmpty ? [] : record.trailers.wire)
                finish(record, close, message: reply.message)
            case .failure(let error):
                var error = RPCError.wire(for: error)
                if error.trailers.isEmpty { error.trailers = record.trailers }
                finish(record, Close(error), message: nil)
            }
        }
        handlerSlotFreed()
    }

    func receiveCancel(_ frame: Frame) throws {
        _ = try decode(Cancel.self, from: frame.meta)
        guard frame.body.readableBytes == 0 else {
            throw RPCError(.invalidArgument, "a CANCEL with a body")
        }
        guard let record = try stream(frame.header.streamID) else { return }
        try strike()
        abandon(record, with: RPCError(.cancelled, "the caller cancelled the call"))
        remove(record)
    }

    /// Ends a call: after what its handler has sent, with the last message if there is one.
    private func finish(_ record: StreamRecord, _ close: Close, message: (any Message)?) {
        if record.isGivenUp, record.isInsideMessage, close.status == 0 {
            // Half of a message was sent, and its other half never will be.
            return end(record, with: RPCError(.cancelled, "the handler gave up a message"))
        }
        if let message, !sendLast(message, of: record, close) {
            append(.message(message.buffer, isLast: false, sent: nil), to: record)
        }
        guard streams[record.id] === record else { return }
        record.outgoing.append(.close(close, []))
        takeTurn(record)
    }

    /// Sends the last message with the CLOSE, if nothing stands before it.
    ///
    /// - Returns: whether it was sent.
    private func sendLast(
        _ message: some Message, of record: StreamRecord, _ close: Close
    ) -> Bool {
        guard record.outgoing.isEmpty, !record.compresses, transport.isWritable,
            writeMessage(
                message, in: .close, flags: .message, on: record,
                withMeta: { if !close.isPlain { close.serialize(into: &$0) } })
        else { return false }
        writeLongOutput()
        remove(record)
        unflushedCalls += 1
        flushEarly()
        scheduleFlush()
        return true
    }
}

/// A call that a client has opened: what it says, and the route that it names if there is one. `open`
/// lacks the name of the method when the route was found by it.
struct IncomingCall {
    let route: Router.Route?
    let open: Open
}

extension MethodKind {
    fileprivate var hasManyRequests: Bool { self == .clientStreaming || self == .bidirectional }
}

extension RPCError {
    fileprivate static let notAServer = RPCError(
        .failedPrecondition, "only a server takes calls")
}

extension String {
    /// A method name as the peer sent it, fit to stand in a sentence.
    fileprivate var quoted: String {
        "`\(unicodeScalars.prefix(128).filter { $0.isASCII && $0.value >= 0x20 }.map(String.init).joined())`"
    }
}

extension Close {
    /// Whether there is nothing to say but that the call ended well.
    var isPlain: Bool {
        status == 0 && message.isEmpty && details.isEmpty && trailers.isEmpty
    }

    /// The status of a call that has failed, within the limits of a CLOSE.
    init(_ error: RPCError) {
        self.init(
            status: error.code.rawValue,
            message: error.message.withoutNUL.prefix(utf8Count: 1024),
            details: error.details.prefix(16).map { Detail(type: $0.type, value: $0.value) },
            trailers: error.trailers.wire)
        if serializedSize > FrameLimits().maximumMeta {
            details = []
            trailers = []
        }
    }
}

extension String {
    /// It ends a string of C. There hardly ever is one, and a search by characters takes as long as
    /// the rest of a refusal.
    fileprivate var withoutNUL: String {
        utf8.contains(0) ? replacing("\0", with: "") : self
    }
}
