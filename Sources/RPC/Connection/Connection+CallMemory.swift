import NIOCore
import RollcallWire

/// What a server's connection holds in memory, and its calls of the memory of an account.
///
/// A call counts until both its stream and its handler have ended: the handler of a cancelled call
/// keeps the request until it ends, also when the connection is closed.
extension Connection {
    /// Bytes that a call is counted with, beside the meta of its OPEN: about what is kept of it.
    private static let callOverhead = 1024
    /// The same of each entry of its metadata, beside its bytes.
    private static let entryOverhead = 128

    /// Counts what is kept of an OPEN.
    func count(_ record: StreamRecord, _ open: Open, metaLength: Int) {
        record.ownBytes =
            Self.callOverhead + metaLength + open.metadata.count * Self.entryOverhead
        callBytes += record.ownBytes
    }

    /// Counts a request that goes to its handler, which may have to wait for its turn.
    func handlerHolds(_ bytes: Int, of record: StreamRecord) {
        record.handlerBytes += bytes
        callBytes += bytes
    }

    /// Counts what the request of a handler has become because it was compressed.
    ///
    /// - Throws: `unavailable` when the requests of the connection are too large together.
    func handlerInflated(_ bytes: Int, of record: StreamRecord) throws(RPCError) {
        guard record.hasHandler else { return }
        guard assemblingBytes + callBytes + bytes <= configuration.maximumAssembling else {
            throw .tooMuchAssembling
        }
        handlerHolds(bytes, of: record)
        settleMemory()
        if settleShare(of: record) { throw .tooMuchMemory }
    }

    /// A call whose request is there takes one of the connection's handlers.
    func takeHandlerSlot(_ record: StreamRecord) {
        runningHandlers += 1
        record.hasHandler = true
    }

    /// A handler has ended, or will never begin.
    func handlerSlotFreed(_ record: StreamRecord) {
        runningHandlers -= 1
        record.hasHandler = false
        handlerHolds(-record.handlerBytes, of: record)
        forgetIfOver(record)
        settleExisting(record)
        closeIfDrained()
    }

    /// A stream has ended on both sides.
    func streamEnded(_ record: StreamRecord) {
        record.isRemoved = true
        forgetIfOver(record)
        settleExisting(record)
    }

    private func forgetIfOver(_ record: StreamRecord) {
        guard record.isRemoved, !record.hasHandler else { return }
        callBytes -= record.ownBytes
        record.ownBytes = 0
    }

    /// Remembers to charge the account of a call, whose bytes have changed.
    func holdingChanged(_ record: StreamRecord) {
        guard record.userID != nil, !record.isUnsettled else { return }
        record.isUnsettled = true
        unsettled.append(record)
    }

    /// Charges the accounts of the calls that have changed, and ends a call whose account holds too
    /// much because of it.
    func settleCalls() {
        while let record = unsettled.popLast() {
            record.isUnsettled = false
            if settleShare(of: record) { end(record, with: .tooMuchMemory) }
        }
    }

    /// Charges the account of a call with what the call holds.
    ///
    /// - Returns: whether the account holds too much now, because of this call's growth.
    func settleShare(of record: StreamRecord) -> Bool {
        guard case .server(let runner) = role, let userID = record.userID else { return false }
        let load = runner.scheduler.load
        let held = record.heldBytes
        if record.accountShare == nil {
            guard held > 0 else { return false }
            let account = record.share?.share.account ?? load.peers.usage(of: .account(userID))
            record.accountShare = MemoryShare(account)
        }
        return record.accountShare?.settle(held, in: load.memory) ?? false
    }

    /// The same for a call that holds less than before.
    func settleExisting(_ record: StreamRecord) {
        if record.accountShare != nil { _ = settleShare(of: record) }
    }

    /// Charges the shared memory with what the connection holds.
    func settleMemory() {
        guard let account, let excess = account.settle(heldBytes), phase != .closed else { return }
        onMemoryExceeded?(excess)
    }

    private var heldBytes: Int {
        // Handlers may outlast the connection.
        guard phase != .closed else { return callBytes }
        // What the transport holds is known only as more or less than a watermark.
        return receiveCredit.held + assemblingBytes + outgoingBytes + callBytes
            + (transport.isWritable ? 0 : configuration.maximumBody)
    }
}

extension RPCError {
    static let tooMuchMemory = overload(
        "the calls of this account hold too much memory", retryAfter: .milliseconds(100))
}
