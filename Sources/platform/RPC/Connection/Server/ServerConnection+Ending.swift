import NIOCore
import RollcallWire

/// How calls end: from the end of their handlers, or CANCEL, to CLOSE.
extension ServerConnection {
    /// The handler's task has ended, and its slot is free again.
    func handlerEnded(
        _ record: StreamRecord, _ route: Router.Route,
        with outcome: Result<(any Message)?, any Error>
    ) {
        if beginningCall == record.id { beginningCall = nil }
        runner.scheduler.handlerEnded(record, route)
        let wasWanted = streams[record.id] === record
        if wasWanted {
            switch outcome {
            case .success(let message):
                abuse.complete()
                finish(record, Close(), message: message)
            case .failure(let error as RefusedCall):
                refuse(record, error.refusal)
            case .failure(let error):
                finish(record, Close(told(.wire(for: error))), message: nil)
            }
        }
        handlerSlotFreed(record)
        // No frame is sent, which would settle the memory.
        if !wasWanted { settleMemory() }
    }

    /// An error as it is sent to the caller, with the API's details for its cause.
    func told(_ error: RPCError) -> RPCError {
        error.cause == nil ? error : runner.details.completing(error)
    }

    func receiveCancel(_ frame: Frame) throws {
        _ = try decode(Cancel.self, from: frame.meta)
        guard frame.body.readableBytes == 0 else {
            throw RPCError(.invalidArgument, "a CANCEL with a body")
        }
        guard let record = try stream(frame.header.streamID) else { return }
        if abuse.cancel(at: eventLoop.now) { throw RPCError.tooManyMistakes }
        abandon(record, with: RPCError(.cancelled, "the caller cancelled the call"))
        remove(record)
    }

    /// Ends a call. The CLOSE follows the handler's messages, with the last one if there is one.
    private func finish(_ record: StreamRecord, _ close: Close, message: (any Message)?) {
        if record.isGivenUp, record.isInsideMessage, close.status == 0 {
            // Half of a message was sent, and the other half will not follow.
            return end(record, with: RPCError(.cancelled, "the handler gave up a message"))
        }
        if let message, !sendLast(message, of: record, close) {
            append(.message(message.buffer, isLast: false, sent: nil), to: record)
        }
        guard streams[record.id] === record else { return }
        record.outgoing.append(.close(close, []))
        takeTurn(record)
    }

    /// Sends the last message with the CLOSE if nothing waits before it.
    ///
    /// - Returns: whether it was sent.
    private func sendLast(
        _ message: some Message, of record: StreamRecord, _ close: Close
    ) -> Bool {
        guard record.outgoing.isEmpty, transport.isWritable,
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

extension Close {
    /// Whether the CLOSE only reports success.
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
    /// NUL would end a C string. It hardly ever occurs, and a search by characters would take as
    /// long as the rest of a refusal.
    fileprivate var withoutNUL: String {
        utf8.contains(0) ? replacing("\0", with: "") : self
    }
}
