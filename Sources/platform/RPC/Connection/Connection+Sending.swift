import NIOCore
import RollcallWire

extension Connection {
    /// Puts an item into the queue of a stream, and sends it if it is the stream's turn.
    func enqueue(_ item: Outgoing, on stream: StreamHandle) {
        if let record = streams[stream.id] {
            if record.isGivenUp, case .message(_, _, let sent) = item {
                sent?.resume(throwing: stream.failure)
                return
            }
            if record.hasEnded { return refuse(item) }
            record.hasEnded = item.isLast
            append(item, to: record)
            takeTurn(record)
        } else if !enqueue(item, onUnopened: stream), case .message(_, _, let sent?) = item {
            sent.resume(throwing: stream.failure)
        }
    }

    /// Refuses an item after the application has ended its side. The peer must not see it.
    func refuse(_ item: Outgoing) {
        guard case .message(_, _, let sent?) = item else { return }
        sent.resume(
            throwing: RPCError(.failedPrecondition, "the call has sent its last message already"))
    }

    /// Appends an item to what a stream has still to send.
    func append(_ item: Outgoing, to record: StreamRecord) {
        if case .message(let message, _, _) = item { count(message.readableBytes, of: record) }
        record.outgoing.append(item)
    }

    /// Counts bytes of messages that wait to be sent.
    private func count(_ bytes: Int, of record: StreamRecord) {
        outgoingBytes += bytes
        record.outgoingBytes += bytes
        holdingChanged(record)
    }

    /// Sends a message immediately, unless a queue, missing credit or a full transport prevents
    /// that.
    ///
    /// - Returns: whether it was sent.
    func sendNow(_ message: some Message, on id: UInt32) -> Bool {
        guard let record = streams[id], record.outgoing.isEmpty, !record.isGivenUp,
            !record.hasEnded, transport.isWritable
        else { return false }
        guard writeMessage(message, in: .data, flags: .message, on: record, withMeta: { _ in })
        else { return false }
        writeLongOutput()
        flushEarly()
        scheduleFlush()
        return true
    }

    /// Writes a frame with a complete message, encoded in place, if the credit allows.
    ///
    /// - Returns: whether it was written; if not, nothing was written.
    func writeMessage(
        _ message: some Message, in type: FrameType, flags: FrameFlags, on record: StreamRecord,
        withMeta writeMeta: (inout ByteBuffer) -> Void
    ) -> Bool {
        guard let room = sendRoom(of: record) else { return false }
        let start = beginFrame()
        writeMeta(&output)
        let metaLength = output.payloadLength(from: start)
        message.serialize(into: &output)
        let length = output.payloadLength(from: start) - metaLength
        guard length <= room else {
            output.moveWriterIndex(to: start)
            return false
        }
        output.endFrame(
            from: start, type, flags: flags, metaLength: metaLength, streamID: record.id)
        spend(SendCredit.cost(of: length), on: record)
        messageWasSent(on: record)
        return true
    }

    /// The longest body that may be sent on a stream now; nil when not even an empty one may be
    /// sent.
    func sendRoom(of record: StreamRecord) -> Int? {
        guard record.sendCredit.sendable != nil, sendCredit.sendable != nil else { return nil }
        return min(
            configuration.maximumBody, peer.maximumBody, record.sendCredit.available,
            sendCredit.available)
    }

    func spend(_ cost: Int, on record: StreamRecord) {
        record.sendCredit.spend(cost)
        sendCredit.spend(cost)
    }

    /// Lets a stream send in its turn. During a read it waits for the end of the read.
    func takeTurn(_ record: StreamRecord) {
        guard !record.isQueued, !record.outgoing.isEmpty else { return }
        record.isQueued = true
        turns.append(record.id)
        if !isReading { sendTurns() }
    }

    /// Lets the streams send, one fragment a turn, as long as credit and the transport allow.
    func sendTurns() {
        // Streams that lack the connection's credit let other streams pass that need none.
        var starved: [UInt32] = []
        while phase != .closed, transport.isWritable, let id = turns.popFirst() {
            guard let record = streams[id] else { continue }
            record.isQueued = false
            guard sendTurn(record) else {
                record.isQueued = true
                starved.append(id)
                continue
            }
            flushEarly()
        }
        for id in starved { turns.append(id) }
        scheduleFlush()
    }

    /// - Returns: false when the connection's credit is used up.
    private func sendTurn(_ record: StreamRecord) -> Bool {
        guard let item = record.outgoing.first else { return true }
        switch item {
        case .message(let message, let isLast, let sent):
            guard record.sendCredit.sendable != nil else { return true }
            guard sendCredit.sendable != nil else { return false }
            sendFragment(of: message, isLast: isLast, sent: sent, on: record)
        case .end:
            _ = record.outgoing.popFirst()
            output.writeFrameHeader(
                FrameHeader(
                    payloadLength: 0, type: FrameType.data.rawValue, flags: .end,
                    streamID: record.id))
        case .close(let close, let flags):
            _ = record.outgoing.popFirst()
            output.writeFrame(.close, flags: flags, streamID: record.id, meta: close)
            remove(record)
            return true
        }
        if !record.outgoing.isEmpty, !record.isQueued {
            record.isQueued = true
            turns.append(record.id)
        }
        return true
    }

    private func sendFragment(
        of message: ByteBuffer, isLast: Bool, sent: Outgoing.Sent?, on record: StreamRecord
    ) {
        var rest = message
        let fragment = nextFragment(of: &rest, on: record)
        count(-fragment.readableBytes, of: record)
        let isWhole = rest.readableBytes == 0
        var flags: FrameFlags = .message
        if !isWhole { flags.add(.more) }
        if isWhole, isLast { flags.add(.end) }
        let header = FrameHeader(
            payloadLength: fragment.readableBytes, type: FrameType.data.rawValue, flags: flags,
            streamID: record.id)
        write(header, body: fragment)
        record.isInsideMessage = !isWhole
        messageWasSent(on: record)
        if isWhole {
            _ = record.outgoing.popFirst()
            sent?.resume()
        } else {
            record.outgoing.replaceFirst(with: .message(rest, isLast: isLast, sent: sent))
        }
    }

    /// Cuts off as much of a message as may be sent now, and spends its credit. There must be
    /// credit.
    func nextFragment(of message: inout ByteBuffer, on record: StreamRecord) -> ByteBuffer {
        let length = min(message.readableBytes, sendRoom(of: record) ?? 0)
        spend(SendCredit.cost(of: length), on: record)
        return message.readSlice(length: length) ?? message
    }

    /// Gathers small bodies in one buffer, and passes large ones on directly.
    private func write(_ header: FrameHeader, body: ByteBuffer) {
        reserveOutput()
        output.writeFrameHeader(header)
        if body.readableBytes <= 4096 {
            output.writeImmutableBuffer(body)
            writeLongOutput()
        } else {
            writeOutput()
            transport.write(body)
            isFlushNeeded = true
        }
    }

    /// Passes gathered output on before it grows long. Only then can the transport report that it
    /// is full.
    func writeLongOutput() {
        if output.readableBytes >= 32 * 1024 { writeOutput() }
    }

    private func writeOutput() {
        guard let bytes = takeOutput() else { return }
        transport.write(bytes)
        isFlushNeeded = true
    }

    private func takeOutput() -> ByteBuffer? {
        // A removed frame may have left an empty buffer.
        guard output.capacity > 0 else { return nil }
        defer { output = ByteBuffer() }
        guard output.readableBytes > 0 else { return nil }
        lastOutputSize = output.readableBytes
        return output
    }

    /// Reserves space for the header of a frame, which has to be ended with `output.endFrame`.
    func beginFrame() -> Int {
        reserveOutput()
        return output.beginFrame()
    }

    /// Allocates as much as was sent last, so that the buffer does not grow step by step.
    private func reserveOutput() {
        if output.capacity == 0 { output.reserveCapacity(lastOutputSize) }
    }

    func flush() {
        isFlushScheduled = false
        unflushedCalls = 0
        if isFlushNeeded {
            writeOutput()
            wroteOutput()
            isFlushNeeded = false
            transport.flush()
        } else {
            if let bytes = takeOutput() { transport.send(bytes) }
            wroteOutput()
        }
    }

    /// How many calls share a flush. A flush costs as much as a few calls, and the peer can begin
    /// with these calls while this side works on the next.
    private static let callsPerFlush = 16

    /// Flushes before the end of this turn of the event loop when much output is waiting. Called
    /// between frames, where a closed connection does no harm.
    func flushEarly() {
        guard isFlushNeeded || unflushedCalls >= Self.callsPerFlush, !isFlushingEarly else {
            return
        }
        isFlushingEarly = true
        flush()
        isFlushingEarly = false
    }

    /// Flushes all output once, after this turn of the event loop.
    func scheduleFlush() {
        guard !isFlushScheduled, !isReading, phase != .closed else { return }
        isFlushScheduled = true
        flushLater()
    }

    /// Flushes, if a flush is scheduled for the end of this turn.
    func flushIfScheduled() {
        if isFlushScheduled, phase != .closed { flush() }
    }

    /// Called when the transport accepts bytes again.
    package func becameWritable() {
        unreadReplies = 0
        guard isFlushingEarly else { return sendTurns() }
        // The flushing function is already sending turns, or has only one call to answer.
        let reference = ConnectionReference(self)
        eventLoop.execute { reference.run { $0.sendTurns() } }
    }

    /// Returns credit to the peer, for messages that were read or dropped.
    ///
    /// - Parameter hasReadAll: whether the application has read all messages of the stream.
    func release(_ cost: Int, of id: UInt32, hasReadAll: Bool = false) {
        guard cost > 0, phase != .closed else { return }
        let record = streams[id]
        var cost = cost
        if hasReadAll, let record { cost += nothingWaits(on: record) }
        if let credit = receiveCredit.release(
            cost, hasReadAll: hasReadAll, at: eventLoop.now.uptimeNanoseconds)
        {
            output.writeFrame(.window, body: UInt32(clamping: credit))
            scheduleFlush()
        }
        guard let record else { return }
        let credit = record.receiveCredit.release(
            cost, hasReadAll: hasReadAll, at: eventLoop.now.uptimeNanoseconds)
        holdingShrank(record)
        guard let credit, !record.hasPeerEnded else { return }
        output.writeFrame(.window, streamID: id, body: UInt32(clamping: credit))
        scheduleFlush()
    }

    /// Called when the application has taken all messages.
    ///
    /// - Returns: the credit that was kept until then.
    private func nothingWaits(on record: StreamRecord) -> Int {
        guard record.keptCredit > 0 || record.unreadBytes > 0 else { return 0 }
        // Another message may have arrived since.
        guard record.receiver?.hasUnread != true else { return 0 }
        nothingIsUnread(on: record)
        return record.takeKeptCredit()
    }

    /// Removes a stream that has ended on both sides.
    func remove(_ record: StreamRecord) {
        guard streams.remove(record.id) != nil else { return }
        assemblingBytes -= record.assembler.heldBytes + record.requestBytes
        streamEnded(record)
        release(record.takeKeptCredit(), of: 0)
        if let receiver = record.receiver, !record.outgoing.isEmpty {
            failOutgoing(of: record, with: receiver.failure)
        }
        if streams.isEmpty { clock.idleSince = eventLoop.now }
        removed(record)
        closeIfDrained()
    }

    /// Tells waiting senders that their messages will not be sent.
    func failOutgoing(of record: StreamRecord, with error: RPCError) {
        for case .message(let message, _, let sent) in record.outgoing.removeAll() {
            count(-message.readableBytes, of: record)
            sent?.resume(throwing: error)
        }
    }

    /// Ends a stream with an error that the peer is told.
    func end(_ record: StreamRecord, with error: RPCError) {
        guard streams[record.id] === record else { return }
        do {
            try writeEnd(of: record, because: error)
        } catch {
            return fail(RPCError.wire(for: error))
        }
        scheduleFlush()
        abandon(record, with: error)
        remove(record)
    }
}

extension String {
    /// The longest prefix of at most this many bytes of UTF-8.
    func prefix(utf8Count: Int) -> String {
        guard utf8.count > utf8Count else { return self }
        var end = utf8.index(startIndex, offsetBy: utf8Count)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
