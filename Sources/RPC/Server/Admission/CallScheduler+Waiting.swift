import NIOCore

extension CallScheduler.Waiting {
    /// Bytes of the request that is held meanwhile.
    var size: Int { call.request?.readableBytes ?? 0 }

    /// The call's turn has come.
    ///
    /// - Returns: whether it is still wanted, and in time.
    func leaveQueue(at now: NIODeadline) -> Bool {
        connection.queuedBytes -= size
        if connection.streams[record.id] === record {
            guard let deadline = record.deadline, deadline <= now else { return true }
            connection.end(record, with: .deadlineExceeded())
        }
        connection.handlerSlotFreed()
        return false
    }

    /// The call's turn will not come.
    func refuse(_ refusal: Refusal) {
        connection.queuedBytes -= size
        connection.refuse(record, refusal)
        connection.handlerSlotFreed()
    }
}
