import NIOCore
import RollcallWire

/// A call that waits for one of the peer's streams to become free.
struct WaitingCall {
    let receiver: any CallReceiver
    let opening: CallOpening
    var outgoing: [Outgoing] = []

    var deadline: NIODeadline? { opening.deadline }

    func fail(_ error: RPCError) {
        for case .message(_, _, let sent?) in outgoing { sent.resume(throwing: error) }
        receiver.abort(error)
    }
}

/// The contents of a call's OPEN.
struct CallOpening: Sendable {
    let path: String
    let deadline: NIODeadline?
    let metadata: Metadata
    let traceparent: String
    /// The only message of the client, for unary and server-streaming calls.
    let request: (any RequestSource)?

    init(
        path: String, options: CallOptions, request: (any RequestSource)?,
        on connection: Reference<ClientConnection>
    ) {
        self.path = path
        self.deadline = options.timeout.map { connection.eventLoop.now + TimeAmount($0) }
        self.metadata = options.metadata
        traceparent =
            options.traceparent.isEmpty
            ? TraceSpan.current.map { "\($0.place)" } ?? "" : options.traceparent
        self.request = request
    }

    /// Whether the meta of the OPEN is within its limit. A longer one would end the connection for
    /// all calls. Each field counts a little more than its size.
    var fitsIntoMeta: Bool {
        let size = path.utf8.count + traceparent.utf8.count + metadata.wireSize + 32
        return size <= FrameLimits().maximumMeta
    }

    /// Writes the meta of the OPEN.
    func writeMeta(into buffer: inout ByteBuffer, at now: @autoclosure () -> NIODeadline) {
        let timeoutUs = deadline.map { Self.microseconds(from: now(), to: $0) } ?? 0
        if metadata.isEmpty, traceparent.isEmpty, path.utf8.count < 128 {
            buffer.writeOpenHead(method: path, timeoutUs: timeoutUs)
        } else {
            Open(
                method: path, timeoutUs: timeoutUs, metadata: metadata.wire,
                traceparent: traceparent
            ).serialize(into: &buffer)
        }
    }

    /// Microseconds until a deadline; at least 1, because 0 stands for no deadline.
    private static func microseconds(from now: NIODeadline, to deadline: NIODeadline) -> UInt64 {
        UInt64(max(1, (deadline - now).nanoseconds / 1000))
    }
}

/// The calls of a connection, from OPEN to CLOSE.
extension ClientConnection {
    /// Opens a call now, or as soon as the peer has a stream for it.
    func open(_ receiver: any CallReceiver, _ opening: CallOpening) {
        guard !receiver.isAborted else { return }
        guard phase == .open || phase == .awaitingHello else {
            return receiver.abort(
                RPCError(.unavailable, "the connection takes no new calls", wasNotProcessed: true))
        }
        if let deadline = opening.deadline, deadline <= eventLoop.now {
            return receiver.abort(.deadlineExceeded().notProcessed)
        }
        guard opening.fitsIntoMeta else {
            return receiver.abort(
                RPCError(.invalidArgument, "the metadata of a call has at most 16 KiB"))
        }
        // If the ids run out, the connection takes no more calls, long before an id could be
        // reused.
        guard highestStreamID < FrameHeader.highestStreamID - 2 else {
            receiver.abort(
                RPCError(.unavailable, "the connection is used up", wasNotProcessed: true))
            return peerIsGoingAway()
        }
        if streams.count < peer.maximumStreams, waitingCalls.isEmpty {
            begin(receiver, opening)
        } else if waitingCalls.count >= configuration.maximumWaitingCalls {
            receiver.abort(
                RPCError(
                    .resourceExhausted, "too many calls wait for the server",
                    wasNotProcessed: true))
        } else {
            waitingCalls.append(WaitingCall(receiver: receiver, opening: opening))
            if let deadline = opening.deadline { setTimer(for: deadline) }
        }
    }

    func openWaitingCalls() {
        guard phase == .open || phase == .awaitingHello else { return }
        while streams.count < peer.maximumStreams, let call = waitingCalls.popFirst() {
            begin(call.receiver, call.opening, with: call.outgoing)
        }
    }

    /// Opens the calls that other threads have submitted.
    func openSubmitted() {
        for (receiver, opening) in submissions.takeAll() { open(receiver, opening) }
    }

    func failWaitingCalls(_ error: RPCError) {
        for call in waitingCalls { call.fail(error) }
        waitingCalls.removeAll()
    }

    private func begin(
        _ receiver: any CallReceiver, _ opening: CallOpening, with outgoing: [Outgoing] = []
    ) {
        highestStreamID += highestStreamID == 0 ? 1 : 2
        let record = StreamRecord(
            id: highestStreamID, receiver: receiver, sendWindow: peer.streamWindow, configuration)
        receiver.id = record.id
        if askedSince <= clock.lastRead { askedSince = eventLoop.now }
        streams.insert(record)
        if let deadline = opening.deadline {
            record.deadline = deadline
            setTimer(for: deadline)
        }
        // While no call was open, no keepalive was sent.
        if configuration.keepaliveInterval != nil { setTimer(for: nextKeepalive) }
        writeOpen(opening, record)
        for item in outgoing { append(item, to: record) }
        record.hasEnded = opening.request != nil || outgoing.last?.isLast == true
        takeTurn(record)
        unflushedCalls += 1
        flushEarly()
        scheduleFlush()
    }

    /// A request that fits is encoded into the OPEN. Otherwise it follows in its turns.
    private func writeOpen(_ opening: CallOpening, _ record: StreamRecord) {
        if let request = opening.request {
            let start = beginFrame()
            opening.writeMeta(into: &output, at: eventLoop.now)
            let metaLength = output.payloadLength(from: start)
            request.writeRequest(into: &output)
            let length = output.payloadLength(from: start) - metaLength
            if let room = sendRoom(of: record), length <= room, transport.isWritable {
                output.endFrame(
                    from: start, .open, flags: .lastMessage, metaLength: metaLength,
                    streamID: record.id)
                spend(SendCredit.cost(of: length), on: record)
                return writeLongOutput()
            }
            output.moveWriterIndex(to: start)
            var message = ByteBuffer()
            request.writeRequest(into: &message)
            append(.message(message, isLast: true, sent: nil), to: record)
        }
        let start = beginFrame()
        opening.writeMeta(into: &output, at: eventLoop.now)
        output.endFrame(
            from: start, .open, flags: [], metaLength: output.payloadLength(from: start),
            streamID: record.id)
    }

    func receiveClose(_ frame: Frame) throws {
        let cost = try charge(frame)
        let close =
            frame.meta.readableBytes == 0 ? Close() : try decode(Close.self, from: frame.meta)
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
            record.receiver?.end(RPCError(.internal, "the server ended inside a message"))
        }
        record.receiver?.end(Self.failure(close, flags))
        remove(record)
    }

    /// The error of a call that has failed; nil for one that has ended well.
    private static func failure(_ close: Close, _ flags: FrameFlags) -> RPCError? {
        let trailers: Metadata
        do {
            trailers = try Metadata(close.trailers)
        } catch {
            return .wire(for: error)
        }
        guard close.status != 0 else { return nil }
        var error = RPCError(
            StatusCode(wire: close.status), close.message,
            details: close.details.map { ErrorDetail(type: $0.type, value: $0.value) },
            trailers: trailers, wasNotProcessed: flags.contains(.refused))
        error.isFromServer = true
        return error
    }

    /// The peer takes no new calls, or gets no more from this side. Those that it has not accepted
    /// can be made again on another connection.
    func peerIsGoingAway() {
        if phase == .open || phase == .awaitingHello { phase = .draining }
        becameUnusable()
        let error = RPCError(.unavailable, "the server is going away", wasNotProcessed: true)
        for record in streams.values where record.id > lastAcceptedID {
            abandon(record, with: error)
            remove(record)
        }
        failWaitingCalls(error)
        closeIfDrained()
    }
}
