import NIOCore
import RollcallWire

/// The limits that a connection shares with others.
extension ServerConnection {
    /// Why a call is not taken up; nil when it is. An unknown RPC costs nothing.
    ///
    /// - Parameter isWhole: whether its handler would begin now. Whom a trusted proxy calls for is
    ///   looked at then.
    func refusal(of call: IncomingCall, isWhole: Bool) -> Refusal? {
        let scheduler = runner.scheduler
        guard streams.count < configuration.maximumStreams,
            runningHandlers < configuration.maximumStreams
        else { return scheduler.refusals.streams }
        guard isWhole, let route = call.route else { return nil }
        return scheduler.refusal(of: route, from: self) { share(of: nil, route) }
    }

    /// Why a call is not taken up that a trusted proxy makes for a client; nil when it is. What the
    /// client holds of this connection counts here, as calls whose request is not whole have no
    /// handler.
    func refusalOfClient(_ record: StreamRecord, _ route: Router.Route) -> Refusal? {
        guard let client = record.client else { return nil }
        let load = runner.scheduler.load
        let limit = load.limits.peerPart(of: configuration.maximumStreams)
        let isShort = route.rpc.priority != .critical && load.memory.isShort(for: client)
        guard isShort || clientCalls[client.id] > limit else { return nil }
        return runner.scheduler.refusals.share
    }

    /// Whom a call counts against.
    ///
    /// - Parameters:
    ///   - record: nil before the call has one.
    ///   - caller: nil where the RPC does not ask, and as long as it is not known.
    func share(
        of record: StreamRecord?, _ route: Router.Route, _ caller: Caller? = nil
    ) -> CallShare {
        let peer = record?.client ?? (standing == .exempt ? nil : peerUsage)
        switch caller {
        case .service, .operator: return .exempt
        case .user(let identity):
            let id = identity.userID
            // Most calls are of the connection's own account, which it has in its hands already.
            let account = user?.isAccount(id) == true ? user : nil
            return CallShare(peer: peer, userID: id, account: account)
        // An RPC that asks who calls has still to find that out. One for anyone never does.
        case nil where route.access != .anyone: return CallShare(peer: peer)
        case nil, .anonymous:
            return CallShare(peer: peer, account: user, isStranger: isStrangers(record))
        }
    }

    /// Whether nothing has shown whose call it is. A token that is still to be verified does not.
    func isStrangers(_ record: StreamRecord?) -> Bool {
        record?.client != nil || standing == .stranger
    }

    /// A call has shown who is at the other end.
    ///
    /// - Parameter userID: the account of a user.
    func become(_ standing: Standing, as userID: String? = nil) {
        guard self.standing != standing, self.standing != .exempt else { return }
        self.standing = standing
        user = userID.map { runner.scheduler.load.peers.usage(of: .account($0)) }
        account.change(to: standing)
        if let ledgerID { server?.becameKnown(ledgerID, as: userID) }
    }

    /// Tells the client that a call was not taken up.
    func refuse(_ id: UInt32, _ refusal: Refusal) throws {
        try countReply()
        refusal.count()
        let start = beginFrame()
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
}
