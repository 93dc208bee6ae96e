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
        let open = try decode(Open.self, from: frame.meta)
        guard streams.count < configuration.maximumStreams,
            runningHandlers < configuration.maximumStreams
        else {
            release(cost, of: 0)
            return try refuse(id)
        }
        try accept(open, id: id, frame: frame, cost: cost)
    }

    private func accept(_ open: Open, id: UInt32, frame: Frame, cost: Int) throws {
        let handle = StreamHandle(connection: ConnectionReference(self))
        handle.begin(as: id)
        let record = StreamRecord(
            id: id, handle: handle, sendWindow: peer.streamWindow,
            receiveWindow: configuration.streamWindow)
        streams[id] = record
        let flags = frame.header.flags
        if flags.contains(.message) {
            try receiveMessage(frame.body, of: record, flags: flags, cost: cost)
        }
        if flags.contains(.end) { peerEnded(record) }
        guard streams[id] === record else { return }
        do {
            startHandler(of: record, context: try context(of: open, record))
        } catch let error as RPCError {
            end(record, with: error)
        }
    }

    private func context(of open: Open, _ record: StreamRecord) throws -> CallContext {
        var deadline: ContinuousClock.Instant?
        if let timeout = timeout(of: open) {
            record.deadline = eventLoop.now + timeout
            deadline = .now + .nanoseconds(timeout.nanoseconds)
            setTimer(for: eventLoop.now + timeout)
        }
        return CallContext(
            method: open.method, metadata: try Metadata(open.metadata), deadline: deadline,
            // What is not of the form of W3C Trace Context is not passed on.
            traceparent: open.traceparent.utf8.count == 55 ? open.traceparent : "")
    }

    /// How long the call may take: what the caller says, shortened to the server's own bound.
    private func timeout(of open: Open) -> TimeAmount? {
        guard case .server(let runner) = role else { return nil }
        // Beyond a year there is no deadline in effect, and no overflow on the way there.
        let asked = Int64(clamping: min(open.timeoutUs, 31_536_000_000_000))
        let bounds = [
            asked > 0 ? TimeAmount.microseconds(asked) : nil,
            runner.isBounded(open.method) ? configuration.maximumCallTime : nil,
        ]
        return bounds.compactMap(\.self).min()
    }

    private func startHandler(of record: StreamRecord, context: CallContext) {
        guard case .server(let runner) = role else { return }
        runningHandlers += 1
        let call = ServerCall(stream: record.handle, context: context)
        let task = runner.start(call, on: ConnectionReference(self))
        // A handler that never suspends has ended by now, and its stream with it.
        if streams[record.id] === record { record.task = task } else { task.cancel() }
    }

    /// The handler's task has ended, and its slot is free again.
    func handlerEnded() {
        runningHandlers -= 1
        closeIfDrained()
    }

    private func refuse(_ id: UInt32) throws {
        try countReply()
        let error = RPCError(.resourceExhausted, "too many calls at once on this connection")
        output.writeFrame(.close, flags: .refused, streamID: id, meta: Close(error))
        scheduleFlush()
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
    func finish(_ handle: StreamHandle, _ close: Close, message: ByteBuffer?) {
        guard let record = streams[handle.id] else { return }
        if record.isGivenUp, record.isInsideMessage, close.status == 0 {
            // Half of a message was sent, and its other half never will be.
            return end(record, with: RPCError(.cancelled, "the handler gave up a message"))
        }
        guard let message else { return enqueue(.close(close, []), on: handle) }
        let fits = message.readableBytes <= FrameLimits().maximumBody
        guard fits, record.outgoing.isEmpty, transport.isWritable,
            let stream = record.sendCredit.sendable, stream >= message.readableBytes,
            let connection = sendCredit.sendable, connection >= message.readableBytes
        else {
            record.outgoing.append(.message(message, isLast: false, sent: nil))
            return enqueue(.close(close, []), on: handle)
        }
        var rest = message
        let body = nextFragment(of: &rest, on: record)
        output.writeFrame(.close, flags: .message, streamID: record.id, meta: close, body: body)
        writeLongOutput()
        remove(record)
        scheduleFlush()
    }
}

extension Close {
    /// The status of a call that has failed, within the limits of a CLOSE.
    init(_ error: RPCError) {
        self.init(
            status: error.code.rawValue,
            message: error.message.replacing("\0", with: "").prefix(utf8Count: 1024),
            details: error.details.prefix(16).map { Detail(type: $0.type, value: $0.value) },
            trailers: error.trailers.wire)
        if serializedSize > FrameLimits().maximumMeta {
            details = []
            trailers = []
        }
    }
}
