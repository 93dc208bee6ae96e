import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        guard let first = try await requests.makeAsyncIterator().next() else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "device_id", "the device is missing")
        }
        let wish = try LeaseWish(first, context)
        let status = try first.status.map { try StatusChange($0, at: hub.now.wall) }
        let (lease, stream) = try await leases.attach(
            try WatchCaller(context), wish, SessionCheck(context, authenticator))
        do {
            if let status { try await leases.hear(DeviceNews(status: status), on: stream) }
            requests.onArrival { hub.wakeStream(stream) }
            try await responses.send(
                AttachResponse(
                    leaseID: lease.id, leaseMs: lease.duration, beatMs: lease.duration / 3))
            try await hear(requests, on: stream)
        } catch {
            await leases.detach(stream)
            throw error
        }
        await leases.detach(stream)
    }

    /// Takes what the device sends, until it goes offline or the stream ends.
    private func hear(
        _ requests: RequestStream<AttachRequest>, on stream: AttachTable.ID
    ) async throws {
        var pace = MessagePace()
        while true {
            try Task.checkCancellation()
            if let ending = hub.ending(of: stream) { throw RPCError(ending) }
            switch try requests.nextIfReady() {
            case .message(let request):
                guard let news = try DeviceNews(request, at: hub.now.wall) else {
                    return try await leases.goOffline(stream)
                }
                try await leases.hear(news, on: stream)
                try await pace.keep(at: hub.now)
            case .ended: return
            case .nothing: await hub.waitForStream(stream)
            }
        }
    }
}
