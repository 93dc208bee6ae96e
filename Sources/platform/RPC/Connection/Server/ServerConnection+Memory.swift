import RollcallWire

/// The memory that a connection holds, and the part of it that counts for an account or a trusted
/// proxy's client.
///
/// A call counts until both its stream and its handler have ended. The handler of a cancelled call
/// keeps the request until it ends, even if the connection is closed.
extension ServerConnection {
    /// The bytes that count for a call beside the meta of its OPEN: about the size of its objects.
    private static let callOverhead = 1024
    /// The bytes that count for each entry of its metadata.
    private static let entryOverhead = 128

    /// Counts the bytes that are kept of an OPEN.
    func count(_ record: StreamRecord, _ open: Open, metaLength: Int) {
        record.ownBytes =
            Self.callOverhead + metaLength + open.metadata.count * Self.entryOverhead
        callBytes += record.ownBytes
    }

    /// Counts a call for the client that a trusted proxy names.
    func count(_ record: StreamRecord, for client: PeerUsage) {
        record.clientShare = MemoryShare(client)
        clientCalls.add(1, to: client.id)
    }

    /// Counts a request that was handed to its handler, which may have to wait for its turn.
    func handlerHolds(_ bytes: Int, of record: StreamRecord) {
        record.handlerBytes += bytes
        callBytes += bytes
    }

    /// Counts bytes of a waiting message beyond its credit.
    func unreadHolds(_ bytes: Int, of record: StreamRecord) {
        record.unreadBytes += bytes
        callBytes += bytes
    }

    /// Takes one of the connection's handler slots for a call with a complete request.
    func takeHandlerSlot(_ record: StreamRecord) {
        runningHandlers += 1
        record.hasHandler = true
    }

    /// Frees the slot of a handler that has ended or will never begin.
    func handlerSlotFreed(_ record: StreamRecord) {
        runningHandlers -= 1
        record.hasHandler = false
        handlerHolds(-record.handlerBytes, of: record)
        forgetIfOver(record)
        holdingShrank(record)
        closeIfDrained()
    }

    /// Counts a stream that has ended on both sides.
    func forgetStream(of record: StreamRecord) {
        record.isRemoved = true
        unreadHolds(-record.unreadBytes, of: record)
        forgetIfOver(record)
        holdingShrank(record)
    }

    private func forgetIfOver(_ record: StreamRecord) {
        guard record.isRemoved, !record.hasHandler else { return }
        callBytes -= record.ownBytes
        record.ownBytes = 0
        clientCalls.add(-1, to: record.client?.id)
    }

    /// Settles the shares of the marked calls. Ends those that put their account or client over its
    /// limit.
    func settleCalls() {
        while let record = unsettled.popLast() {
            record.isUnsettled = false
            if settleShares(of: record) { end(record, with: .tooMuchMemory) }
        }
    }

    /// Counts a call's bytes for its account and its client.
    ///
    /// - Returns: whether the growth of this call has put one of them over its limit.
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

    /// Counts the connection's bytes in the shared memory.
    func settleMemory() {
        guard let excess = account.settle(heldBytes), phase != .closed else { return }
        server?.shedLargestHolder(excess, peerUsage)
    }

    private var heldBytes: Int {
        // Handlers may outlast the connection.
        guard phase != .closed else { return callBytes }
        // The transport only reports whether its bytes are above or below a watermark.
        return receiveCredit.held + assemblingBytes + outgoingBytes + callBytes
            + (transport.isWritable ? 0 : configuration.maximumBody)
    }
}

extension RPCError {
    static let tooMuchMemory = overload(
        "the calls of this address or account hold too much memory", retryAfter: .milliseconds(100))
}
