import NIOCore
import RollcallWire

/// What a server's connection has to do with the limits that it shares with others.
extension Connection {
    /// Why a call is not taken up; nil when it is. An unknown RPC costs nothing.
    func refusal(of call: IncomingCall) -> Refusal? {
        guard case .server(let runner) = role else { return nil }
        let scheduler = runner.scheduler
        guard streams.count < configuration.maximumStreams,
            runningHandlers < configuration.maximumStreams
        else { return scheduler.refusals.streams }
        return call.route.flatMap { scheduler.refusal(of: $0, from: self) }
    }

    /// Tells the client that a call was not taken up.
    func refuse(_ id: UInt32, _ refusal: Refusal) throws {
        try countReply()
        refusal.count()
        let start = output.beginFrame()
        output.writeImmutableBuffer(refusal.meta)
        output.endFrame(
            from: start, .close, flags: .refused, metaLength: refusal.meta.readableBytes,
            streamID: id)
        writeLongOutput()
        scheduleFlush()
    }

    /// The same, of a call that has a stream already.
    func refuse(_ record: StreamRecord, _ refusal: Refusal) {
        guard streams[record.id] === record else { return }
        do { try refuse(record.id, refusal) } catch { return fail(RPCError.wire(for: error)) }
        abandon(record, with: refusal.error)
        remove(record)
    }

    /// A handler has ended, or will never begin.
    func handlerSlotFreed() {
        runningHandlers -= 1
        closeIfDrained()
    }

    func readEnded() {
        if case .server(let runner) = role { runner.scheduler.readEnded() }
    }

    func leaveScheduler() {
        if case .server(let runner) = role, let lane = lane.take() { runner.scheduler.forget(lane) }
        queuedBytes = 0
        _ = account?.settle(0)
    }

    /// Charges the shared memory with what the connection holds.
    func settleMemory() {
        guard let account, phase != .closed else { return }
        if account.settle(heldBytes) { onMemoryExceeded?() }
    }

    private var heldBytes: Int {
        // What the transport holds is known only as more or less than a watermark.
        receiveCredit.held + assemblingBytes + queuedBytes + outgoingBytes
            + (transport.isWritable ? 0 : configuration.maximumBody)
    }
}

extension Connection.Role {
    func makeMemoryAccount() -> MemoryAccount? {
        guard case .server(let runner) = self else { return nil }
        return MemoryAccount(runner.scheduler.load.memory)
    }
}
