import NIOCore

/// How calls run: from the whole request until their handlers wait or have ended.
extension ServerConnection {
    /// Begins a call whose request has arrived.
    ///
    /// - Parameter isAdmitted: whether the limits were already checked, except those of a trusted
    ///   proxy's client.
    func begin(
        _ context: CallContext, _ route: Router.Route, _ record: StreamRecord,
        with request: ByteBuffer?, isAdmitted: Bool = false
    ) {
        do {
            if !isAdmitted || record.client != nil,
                let refusal = runner.scheduler.refusal(
                    of: route, from: self, { share(of: record, route) })
            {
                return refuse(record, refusal)
            }
            let size = request?.readableBytes ?? 0
            let request = try request.map { try received($0, of: record, route) }
            if route.kind == .serverStreaming {
                let stream = StreamHandle(connection: ConnectionReference(self))
                stream.id = record.id
                record.receiver = stream
            }
            let call = ServerCall(
                request: request, stream: record.receiver as? StreamHandle, context: context,
                of: record, route, on: Reference(self))
            takeHandlerSlot(record)
            handlerHolds(size, of: record)
            runner.scheduler.take(call)
        } catch {
            end(record, with: .wire(for: error))
        }
    }

    /// The request as its handler takes it.
    private func received(
        _ message: ByteBuffer, of record: StreamRecord, _ route: Router.Route
    ) throws -> ByteBuffer {
        let limit = record.maximumMessageSize
        guard message.readableBytes <= limit else { throw RPCError.messageTooLarge(limit) }
        // A streaming handler may run long, and must not keep other bytes that were read with its
        // request.
        return route.kind == .unary ? message : message.alone
    }

    /// Begins the handler of a call whose turn has come.
    ///
    /// - Returns: whether the handler is still running.
    func begin(_ call: ServerCall) -> Bool {
        let record = call.record
        beginningCall = record.id
        let task = runner.start(call)
        // A handler that never suspends has already ended, and its stream with it.
        if streams[record.id] === record {
            if !record.isByTurns { record.task = task }
            holdingChanged(record)
        } else {
            task.cancel()
        }
        return beginningCall.take() != nil
    }

    /// Gives a call a slot, now that its caller is known.
    func admit(_ call: ServerCall) throws(RefusedCall) {
        let (record, caller) = (call.record, call.context.caller)
        if record.client == nil {
            switch caller {
            case .service, .operator: become(.exempt)
            case .user(let user): if standing == .stranger { become(.known, as: user.userID) }
            case .anonymous: break
            }
        }
        try runner.scheduler.admit(call)
        if case .user(let identity) = caller { record.userID = identity.userID }
        guard beginningCall != record.id else { return }
        // It waited while its caller was found out.
        runner.scheduler.hold(call)
        if settleShares(of: record) { end(record, with: .tooMuchMemory) }
    }
}
