import NIOCore
import RollcallWire

/// A call that waits for one of the peer's streams to become free.
struct WaitingCall {
    let handle: StreamHandle
    let opening: CallOpening
    var outgoing: CircularBuffer<Outgoing> = []

    var deadline: NIODeadline? { opening.deadline }

    func fail(_ error: RPCError) {
        for case .message(_, _, let sent?) in outgoing { sent.resume(throwing: error) }
        handle.abort(error)
    }
}

/// What a client says when it opens a call.
struct CallOpening: Sendable {
    let path: String
    let deadline: NIODeadline?
    let metadata: Metadata
    let traceparent: String
    /// The only message of the client, for unary and server-streaming calls.
    let onlyMessage: ByteBuffer?

    init(path: String, options: CallOptions, onlyMessage: ByteBuffer?, now: NIODeadline) {
        self.path = path
        self.deadline = options.timeout.map { now + TimeAmount($0) }
        self.metadata = options.metadata
        self.traceparent = options.traceparent
        self.onlyMessage = onlyMessage
    }

    /// Whether the meta of the OPEN is within its limit: a longer one would cost all calls their
    /// connection. Each field is counted with a little more than it takes.
    var fitsIntoMeta: Bool {
        let entries = metadata.entries.reduce(0) { sum, entry in
            switch entry.value {
            case .text(let text): sum + entry.key.utf8.count + text.utf8.count + 16
            case .bytes(let bytes): sum + entry.key.utf8.count + bytes.count + 16
            }
        }
        let size = path.utf8.count + traceparent.utf8.count + entries + 32
        return size <= FrameLimits().maximumMeta
    }
}

/// What only the calling end of a connection does.
extension Connection {
    /// Opens a call now, or as soon as the peer has a stream for it.
    func open(_ handle: StreamHandle, _ opening: CallOpening) {
        guard !handle.isAborted else { return }
        guard phase == .open || phase == .awaitingHello else {
            return handle.abort(
                RPCError(.unavailable, "the connection takes no new calls", wasNotProcessed: true))
        }
        guard opening.fitsIntoMeta else {
            return handle.abort(
                RPCError(.invalidArgument, "the metadata of a call has at most 16 KiB"))
        }
        // An id that would wrap around ends the connection's use, long before it could be reused.
        guard highestStreamID < UInt32(Int32.max) - 2 else {
            handle.abort(
                RPCError(.unavailable, "the connection is used up", wasNotProcessed: true))
            return peerIsGoingAway()
        }
        let call = WaitingCall(handle: handle, opening: opening)
        if streams.count < peer.maximumStreams, waitingCalls.isEmpty {
            begin(call)
        } else {
            waitingCalls.append(call)
            if let deadline = opening.deadline { setTimer(for: deadline) }
        }
    }

    func openWaitingCalls() {
        guard phase == .open || phase == .awaitingHello else { return }
        while streams.count < peer.maximumStreams, let call = waitingCalls.popFirst() {
            begin(call)
        }
    }

    /// Forgets a call that its caller no longer wants before it was opened.
    func cancelWaiting(_ handle: StreamHandle, _ error: RPCError) {
        guard let index = waitingCalls.firstIndex(where: { $0.handle === handle }) else { return }
        waitingCalls.remove(at: index).fail(error)
    }

    func expireWaitingCalls(at now: NIODeadline) {
        let expired = waitingCalls.filter { ($0.deadline ?? .distantFuture) <= now }
        guard !expired.isEmpty else { return }
        waitingCalls.removeAll { ($0.deadline ?? .distantFuture) <= now }
        for call in expired { call.fail(.deadlineExceeded().notProcessed) }
    }

    /// Keeps what is sent on a call that waits to be opened.
    ///
    /// - Returns: whether the call waits.
    func enqueueWaiting(_ item: Outgoing, on handle: StreamHandle) -> Bool {
        guard let index = waitingCalls.firstIndex(where: { $0.handle === handle }) else {
            return false
        }
        if waitingCalls[index].outgoing.last?.isLast == true {
            refuse(item)
        } else {
            waitingCalls[index].outgoing.append(item)
        }
        return true
    }

    private func begin(_ call: WaitingCall) {
        highestStreamID += highestStreamID == 0 ? 1 : 2
        let record = StreamRecord(
            id: highestStreamID, handle: call.handle, sendWindow: peer.streamWindow,
            receiveWindow: configuration.streamWindow)
        record.handle.begin(as: record.id)
        record.deadline = call.deadline
        streams[record.id] = record
        if let deadline = call.deadline { setTimer(for: deadline) }
        writeOpen(call.opening, record)
        record.outgoing.append(contentsOf: call.outgoing)
        record.hasEnded = call.outgoing.last?.isLast ?? false
        takeTurn(record)
        scheduleFlush()
    }

    private func writeOpen(_ opening: CallOpening, _ record: StreamRecord) {
        let meta = Open(
            method: opening.path, timeoutUs: opening.deadline.map(remaining) ?? 0,
            metadata: opening.metadata.wire, traceparent: opening.traceparent)
        var flags: FrameFlags = []
        var body = ByteBuffer()
        if let message = opening.onlyMessage {
            if sendCredit.sendable == nil || message.readableBytes > 4096 {
                record.outgoing.append(.message(message, isLast: true, sent: nil))
            } else {
                var rest = message
                body = nextFragment(of: &rest, on: record)
                flags = .message
                if rest.readableBytes > 0 {
                    flags.insert(.more)
                    record.outgoing.append(.message(rest, isLast: true, sent: nil))
                } else {
                    flags.insert(.end)
                }
            }
        }
        output.writeFrame(.open, flags: flags, streamID: record.id, meta: meta, body: body)
    }

    /// Microseconds until a deadline; at least 1, because 0 stands for no deadline.
    private func remaining(_ deadline: NIODeadline) -> UInt64 {
        UInt64(max(1, (deadline - eventLoop.now).nanoseconds / 1000))
    }

    func receiveClose(_ frame: Frame) throws {
        let cost = try charge(frame)
        let close = try decode(Close.self, from: frame.meta)
        guard let record = try stream(frame.header.streamID) else { return release(cost, of: 0) }
        let flags = frame.header.flags
        guard !flags.contains(.more), !flags.contains(.end) else {
            throw RPCError(.invalidArgument, "a CLOSE that is not the end of its stream")
        }
        if flags.contains(.message) {
            try receiveMessage(frame.body, of: record, flags: flags, cost: cost)
        }
        guard streams[record.id] === record else { return }
        if close.status == 0, record.assembler.isInsideMessage {
            record.handle.end(.failure(RPCError(.internal, "the server ended inside a message")))
        }
        record.handle.end(Result { try Self.outcome(of: close, flags) }.mapError(RPCError.wire))
        remove(record)
    }

    private static func outcome(of close: Close, _ flags: FrameFlags) throws -> Metadata {
        let trailers = try Metadata(close.trailers)
        guard close.status != 0 else { return trailers }
        throw RPCError(
            StatusCode(wire: close.status), close.message,
            details: close.details.map { ErrorDetail(type: $0.type, value: $0.value) },
            trailers: trailers, wasNotProcessed: flags.contains(.refused))
    }

    /// The peer takes no new calls: those that it did not take up can be made again elsewhere.
    func peerIsGoingAway() {
        if phase == .open || phase == .awaitingHello { phase = .draining }
        becameUnusable()
        let error = RPCError(.unavailable, "the server is going away", wasNotProcessed: true)
        for record in streams.values where record.id > lastAcceptedID {
            abandon(record, with: error)
            remove(record)
        }
        for call in waitingCalls { call.fail(error) }
        waitingCalls.removeAll()
        closeIfDrained()
    }
}
