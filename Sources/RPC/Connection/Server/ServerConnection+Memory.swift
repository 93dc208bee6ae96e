import RollcallWire

/// What a connection holds in memory, and what its calls hold of the memory that an account or
/// a trusted proxy's client may have.
///
/// A call counts until both its stream and its handler have ended. The handler of a cancelled call keeps the
/// request until it ends, even if the connection is closed.
extension ServerConnection {
    /// Bytes that a call counts beside the meta of its OPEN: about what its objects take.
    private static let callOverhead = 1024
    /// The same for each entry of its metadata.
    private static let entryOverhead = 128

    /// Counts what is kept of an OPEN.
    func count(_ record: StreamRecord, _ open: Open, metaLength: Int) {
        record.ownBytes =
            Self.callOverhead + metaLength + open.metadata.count * Self.entryOverhead
        callBytes += record.ownBytes
    }

    /// Counts a call for the client that a trusted proxy names.
    func count(_ record: StreamRecord, for client: PeerUsage) {
        record.clientShare = MemoryShare(client)
        clientCalls[client.id, default: 0] += 1
    }

    /// Counts a request that goes to its handler, which may have to wait for its turn.
    func handlerHolds(_ bytes: Int, of record: StreamRecord) {
        record.handlerBytes += bytes
        callBytes += bytes
    }

    /// Counts bytes of a message that waits to be taken, beyond its credit.
    func unreadHolds(_ bytes: Int, of record: StreamRecord) {
        record.unreadBytes += bytes
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
        if settleShares(of: record) { throw .tooMuchMemory }
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
        shrinkShares(of: record)
        closeIfDrained()
    }

    /// A stream has ended on both sides.
    func forgetStream(of record: StreamRecord) {
        record.isRemoved = true
        unreadHolds(-record.unreadBytes, of: record)
        forgetIfOver(record)
        shrinkShares(of: record)
    }

    private func forgetIfOver(_ record: StreamRecord) {
        guard record.isRemoved, !record.hasHandler else { return }
        callBytes -= record.ownBytes
        record.ownBytes = 0
        if let client = record.client { forgetCall(of: client) }
    }

    private func forgetCall(of client: PeerUsage) {
        let count = clientCalls[client.id, default: 0] - 1
        clientCalls[client.id] = count > 0 ? count : nil
    }

    /// Remembers to settle the shares of a call that holds more or less than before.
    func rememberToSettle(_ record: StreamRecord) {
        guard record.userID != nil || record.clientShare != nil, !record.isUnsettled else { return }
        record.isUnsettled = true
        unsettled.append(record)
    }

    /// Settles the shares of the calls that have changed, and ends those that make their account or
    /// client hold too much.
    func settleCalls() {
        while let record = unsettled.popLast() {
            record.isUnsettled = false
            if settleShares(of: record) { end(record, with: .tooMuchMemory) }
        }
    }

    /// Charges the account and the client of a call with what the call holds.
    ///
    /// - Returns: whether one of them holds too much now, because of this call's growth.
    func settleShares(of record: StreamRecord) -> Bool {
        let load = runner.scheduler.load
        let held = record.heldBytes
        if record.accountShare == nil, held > 0, let userID = record.userID {
            let account = record.share?.value.account ?? load.peers.usage(of: .account(userID))
            record.accountShare = MemoryShare(account)
        }
        let isOverAccounts = record.accountShare?.settle(held, in: load.memory) ?? false
        let isOverClients = record.clientShare?.settle(held, in: load.memory) ?? false
        return isOverAccounts || isOverClients
    }

    /// Gives back what the account and the client of a call are charged beyond what the call holds now.
    func shrinkShares(of record: StreamRecord) {
        guard record.accountShare != nil || record.clientShare != nil else { return }
        let memory = runner.scheduler.load.memory
        record.accountShare?.shrink(to: record.heldBytes, in: memory)
        record.clientShare?.shrink(to: record.heldBytes, in: memory)
    }

    /// Charges the shared memory with what the connection holds.
    func settleMemory() {
        guard let excess = account.settle(heldBytes), phase != .closed else { return }
        server?.shedLargestHolder(excess, peerUsage)
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
        "the calls of this address or account hold too much memory", retryAfter: .milliseconds(100))
}
