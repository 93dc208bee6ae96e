/// The slot of a call whose handler has begun, and whose caller is known as far as its RPC asks.
struct CallSlot {
    /// Who calls, where that is known.
    let caller: Caller?
}

extension ServerConnection {
    /// Gives a call a slot, now that it is known who calls.
    func admit(
        _ record: StreamRecord, _ route: Router.Route, as caller: Caller
    ) throws(RefusedCall) {
        if record.client == nil {
            switch caller {
            case .service, .operator: become(.exempt)
            case .user(let user):
                if standing == .stranger { become(.known, as: user.userID) }
            case .anonymous: break
            }
        }
        let call = CallScheduler.Call(connection: self, record: record, route: route)
        try runner.scheduler.admit(call, as: caller)
        if case .user(let identity) = caller { record.userID = identity.userID }
        guard beginningCall != record.id else { return }
        // It waited while its caller was found out.
        runner.scheduler.hold(call)
        if settleShares(of: record) { end(record, with: .tooMuchMemory) }
    }
}
