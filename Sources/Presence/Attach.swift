import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        let (stream, status, answer) = try begin(
            await requests.makeAsyncIterator().next(), context)
        defer { hub.detach(stream) }
        do {
            // The session may have ended between the check of the token and now, when it had no lease yet.
            if try authenticator.authenticateAtOnce(context) == nil {
                _ = try await authenticator.authenticate(context)
            }
            if let status { try hub.hear(DeviceNews(status: status), on: stream) }
        } catch {
            hub.goOffline(stream)
            throw error
        }
        requests.onArrival { hub.wakeStream(stream) }
        try await responses.send(answer)
        try await hear(requests, on: stream)
    }

    // Not inlined, as `next` below: what they work with would lie in the frame of a handler that waits.
    @inline(never)
    private func begin(
        _ first: AttachRequest?, _ context: CallContext
    ) throws -> (AttachTable.ID, StatusChange?, AttachResponse) {
        guard let first else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "device_id", "the device is missing")
        }
        let wish = try LeaseWish(first, context)
        let status = try first.status.map { try StatusChange($0, at: hub.now.wall) }
        let (lease, stream) = try hub.attach(WatchCaller(context), wish)
        let answer = AttachResponse(
            leaseID: lease.id, leaseMs: lease.duration, beatMs: lease.duration / 3)
        return (stream, status, answer)
    }

    /// Takes what the device sends, until it goes offline or the stream ends.
    private func hear(
        _ requests: RequestStream<AttachRequest>, on stream: AttachTable.ID
    ) async throws {
        var pace = MessagePace()
        while true {
            try Task.checkCancellation()
            switch try next(requests, on: stream) {
            case .message(false): return
            case .message(true): try await pace.keep(at: hub.now)
            case .ended: return
            case .nothing: await hub.waitForStream(stream)
            }
        }
    }

    /// Takes the next message, if it is there.
    ///
    /// - Returns: with a message, whether the device goes on.
    @inline(never)
    private func next(
        _ requests: RequestStream<AttachRequest>, on stream: AttachTable.ID
    ) throws -> Readiness<Bool> {
        if let ending = hub.ending(of: stream) { throw RPCError(ending) }
        switch try requests.nextIfReady() {
        case .ended: return .ended
        case .nothing: return .nothing
        case .message(let request):
            guard let news = try DeviceNews(request, at: hub.now.wall) else {
                hub.goOffline(stream)
                return .message(false)
            }
            try hub.hear(news, on: stream)
            return .message(true)
        }
    }
}

extension PresenceHub {
    fileprivate func hear(_ news: DeviceNews, on stream: AttachTable.ID) throws {
        try attempt { roster, now throws(Roster.Refusal) in
            try roster.hear(stream, news, at: now)
        }
    }

    fileprivate func goOffline(_ stream: AttachTable.ID) {
        withRoster { roster, now in roster.goOffline(stream, at: now) }
    }
}
