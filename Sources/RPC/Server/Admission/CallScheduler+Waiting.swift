import NIOCore

extension CallScheduler.Waiting {
    /// The call's turn has come.
    ///
    /// - Returns: whether it is still wanted, and in time.
    func leaveQueue(at now: NIODeadline) -> Bool {
        if connection.streams[record.id] === record {
            guard record.deadline <= now else { return true }
            connection.end(record, with: .deadlineExceeded())
        }
        connection.handlerSlotFreed(record)
        return false
    }

    /// The call's turn will not come.
    func refuse(_ refusal: Refusal) {
        connection.refuse(record, refusal)
        connection.handlerSlotFreed(record)
    }
}
