import Logging
import NIOCore
import RollcallWire

extension Connection {
    /// Takes bytes from the peer, cut anywhere.
    package func receive(_ bytes: ByteBuffer) {
        guard phase != .closed else { return }
        isReading = true
        clock.lastRead = eventLoop.now
        decoder.append(bytes)
        do {
            while phase != .closed, let frame = try decoder.next() {
                // The bytes left are the beginning of another frame.
                clock.frameBegan = nil
                try receive(frame)
            }
        } catch let error as RPCError {
            fail(error)
        } catch {
            fail(RPCError(.invalidArgument, "a malformed frame: \(error)"))
        }
    }

    /// All available bytes were read. Sends the frames written in reply.
    package func receiveComplete() {
        isReading = false
        noteFrameProgress()
        sendTurns()
        flush()
        readEnded()
        if !uncompacted.isEmpty { scheduleCompaction() }
    }

    /// Compacts in a later turn, so that ready readers read first.
    private func scheduleCompaction() {
        let reference = ConnectionReference(self)
        eventLoop.execute {
            reference.run { connection in
                for stream in connection.uncompacted { stream.compact() }
                connection.uncompacted.removeAll(keepingCapacity: true)
            }
        }
    }

    /// - Throws: `RPCError` when the connection must end.
    private func receive(_ frame: Frame) throws {
        guard let type = FrameType(rawValue: frame.header.type) else {
            return try receiveUnknown(frame)
        }
        if phase == .awaitingHello, type != .hello {
            throw RPCError(.failedPrecondition, "the first frame must be HELLO")
        }
        switch type {
        case .hello: try receiveHello(frame)
        case .data: try receiveData(frame)
        case .window: try receiveWindow(frame)
        case .ping: try receivePing(frame)
        case .goAway: try receiveGoAway(frame)
        case .open, .close, .cancel: try receive(frame, ofOneSide: type)
        }
    }

    private func receiveUnknown(_ frame: Frame) throws {
        guard frame.header.flags.contains(.ignorable), phase != .awaitingHello else {
            throw RPCError(.unimplemented, "an unknown frame type, \(frame.header.type)")
        }
        try countReply()
    }

    private func receiveHello(_ frame: Frame) throws {
        guard phase == .awaitingHello, frame.header.streamID == 0, frame.body.readableBytes == 0
        else { throw RPCError(.failedPrecondition, "a second or malformed HELLO") }
        let hello = try decode(Hello.self, from: frame.meta)
        guard hello.minVersion <= Floor.version, hello.maxVersion >= Floor.version else {
            throw RPCError(
                .failedPrecondition,
                "this side speaks version \(Floor.version) of the protocol only")
        }
        peer = PeerLimits(hello)
        let granted = Int(hello.limits?.connectionWindow ?? 0) - Floor.connectionWindow
        guard granted <= 0 || sendCredit.add(granted) else {
            throw RPCError(.invalidArgument, "a connection window over 2^31 - 1")
        }
        phase = .open
        clock.helloDeadline = nil
        opened()
    }

    private func receiveData(_ frame: Frame) throws {
        let id = frame.header.streamID
        let flags = frame.header.flags
        let cost = try charge(frame)
        guard let record = try stream(id) else { return release(cost, of: id) }
        guard !record.hasPeerEnded else {
            try strike()
            release(cost, of: id)
            return end(record, with: RPCError(peersFault, "a frame behind the end of its stream"))
        }
        if flags.contains(.message) {
            try receiveMessage(frame.body, of: record, flags: flags, cost: cost)
        } else if record.assembler.isInsideMessage {
            return try breakStream(record, "a message has no end")
        }
        if flags.contains(.end), streams[id] === record { peerEnded(record) }
    }

    /// Takes a message, or a part of one, of a stream that is open.
    func receiveMessage(
        _ body: ByteBuffer, of record: StreamRecord, flags: FrameFlags, cost: Int
    ) throws {
        guard cost == 0 || record.receiveCredit.receive(cost) else {
            throw RPCError(.resourceExhausted, "more was sent than the stream's window allows")
        }
        let held = record.assembler.heldBytes
        let outcome = record.assembler.append(
            body, isLast: !flags.contains(.more), maximumSize: record.maximumMessageSize)
        assemblingBytes += record.assembler.heldBytes - held
        holdingChanged(record)
        switch outcome {
        case .message(let message):
            deliver(message, to: record, cost: cost + record.takeKeptCredit())
        case .incomplete:
            receivedPart(of: record, cost: cost)
            if assemblingBytes > configuration.maximumAssembling {
                end(record, with: .tooMuchAssembling)
            } else if flags.contains(.end) {
                try breakStream(record, "a message has no end")
            }
        case .tooLarge:
            release(cost, of: record.id)
            end(record, with: .messageTooLarge(record.maximumMessageSize))
        }
    }

    /// Returns the credit of a message part at once if no message waits before it. Otherwise a
    /// message larger than the window would wait for ever, as the application cannot take half of
    /// it. If a message waits, the credit is kept: otherwise parts would fill the memory of a slow
    /// reader.
    private func receivedPart(of record: StreamRecord, cost: Int) {
        if record.receiver?.hasUnread == true {
            record.keptCredit += cost
        } else {
            release(cost, of: record.id)
        }
    }

    /// Hands a message to the application's end of its call.
    ///
    /// - Returns: whether the message waits there until the application takes it.
    func handOver(
        _ message: ByteBuffer, to receiver: any CallReceiver, of record: StreamRecord,
        cost: Int
    ) -> Bool {
        if receiver.deliver(message, cost: cost) {
            release(cost, of: record.id, hasReadAll: true)
            return false
        }
        if let stream = receiver as? StreamHandle, !stream.isToBeCompacted {
            stream.isToBeCompacted = true
            uncompacted.append(stream)
        }
        return true
    }

    /// The credit that a frame with a message uses; 0 for a frame without one.
    func charge(_ frame: Frame) throws -> Int {
        guard frame.header.flags.contains(.message) else {
            guard frame.body.readableBytes == 0 else {
                throw RPCError(.invalidArgument, "a body that is not a message")
            }
            return 0
        }
        let cost = SendCredit.cost(of: frame.body.readableBytes)
        guard receiveCredit.receive(cost) else {
            throw RPCError(.resourceExhausted, "more was sent than the connection's window allows")
        }
        return cost
    }

    /// The stream with this id; nil if it has already ended.
    ///
    /// - Throws: if no such stream was ever opened.
    func stream(_ id: UInt32) throws -> StreamRecord? {
        if let record = streams[id] { return record }
        guard id % 2 == 1, id <= highestStreamID else {
            throw RPCError(.failedPrecondition, "a frame of a stream that was never opened")
        }
        return nil
    }

    private func receiveWindow(_ frame: Frame) throws {
        var body = frame.body
        guard let credit: UInt32 = body.readInteger(), body.readableBytes == 0, credit > 0 else {
            throw RPCError(.invalidArgument, "a malformed WINDOW")
        }
        let id = frame.header.streamID
        if id == 0 {
            guard sendCredit.add(Int(credit)) else { throw RPCError.windowOverflow }
        } else if let record = try stream(id) {
            guard record.sendCredit.add(Int(credit)) else { throw RPCError.windowOverflow }
            takeTurn(record)
        }
    }

    private func receiveGoAway(_ frame: Frame) throws {
        guard frame.header.streamID == 0, frame.body.readableBytes == 0 else {
            throw RPCError(.invalidArgument, "a malformed GOAWAY")
        }
        let goAway = try decode(GoAway.self, from: frame.meta)
        logger.debug(
            "the peer is going away",
            metadata: ["rpc.status": "\(goAway.status)", "rpc.message": "\(goAway.message)"])
        peerGoesAway(havingTaken: goAway.lastStreamID)
    }

    func decode<Meta: Message>(_ type: Meta.Type, from bytes: ByteBuffer) throws -> Meta {
        do {
            return try Meta(serialized: bytes)
        } catch {
            throw RPCError(.invalidArgument, "a malformed meta: \(error)")
        }
    }

    /// Counts a cancelled or broken call of the peer.
    func strike() throws {
        if abuse.strike(at: eventLoop.now) { throw RPCError.tooManyMistakes }
    }

    /// Counts frames that this side must answer while the peer does not read.
    func countReply() throws {
        unreadReplies = transport.isWritable ? 0 : unreadReplies + 1
        guard unreadReplies <= configuration.maximumUnreadReplies else {
            throw RPCError(
                .resourceExhausted, "too many frames to answer, and nothing is read")
        }
    }

    private func breakStream(_ record: StreamRecord, _ message: String) throws {
        try strike()
        end(record, with: RPCError(.invalidArgument, message))
    }
}

extension RPCError {
    fileprivate static let windowOverflow = RPCError(
        .invalidArgument, "a window over 2^31 - 1")

    static let tooManyMistakes = RPCError(
        .resourceExhausted, "too many cancelled or broken calls; calm down")

    static let tooMuchAssembling = overload(
        "too many large messages at once on this connection", retryAfter: .milliseconds(100))

    static func messageTooLarge(_ limit: Int) -> RPCError {
        RPCError(.resourceExhausted, "a message is over the limit of \(limit) bytes")
    }
}
