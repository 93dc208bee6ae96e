import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        let (stream, answer) = try await begin(
            await requests.makeAsyncIterator().next(), context)
        do {
            requests.onArrival { hub.wakeStream(stream) }
            try await responses.send(answer)
            try await hear(requests, on: stream)
        } catch {
            await leases.detach(stream)
            throw error
        }
        await leases.detach(stream)
    }

    // Not inlined, as `next` below: what they work with would lie in the frame of a handler that waits.
    @inline(never)
    private func begin(
        _ first: AttachRequest?, _ context: CallContext
    ) async throws -> (AttachTable.ID, AttachResponse) {
        guard let first else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "device_id", "the device is missing")
        }
        let wish = try LeaseWish(first, context)
        let status = try first.status.map { try StatusChange($0, at: hub.now.wall) }
        let (lease, stream) = try await leases.attach(
            try WatchCaller(context), wish, SessionCheck(context, authenticator))
        if let status {
            do {
                try await leases.hear(DeviceNews(status: status), on: stream)
            } catch {
                await leases.detach(stream)
                throw error
            }
        }
        let answer = AttachResponse(
            leaseID: lease.id, leaseMs: lease.duration, beatMs: lease.duration / 3)
        return (stream, answer)
    }

    /// Takes what the device sends, until it goes offline or the stream ends.
    private func hear(
        _ requests: RequestStream<AttachRequest>, on stream: AttachTable.ID
    ) async throws {
        var pace = MessagePace()
        while true {
            try Task.checkCancellation()
            switch try next(requests, on: stream) {
            case .message(let news?):
                try await leases.hear(news, on: stream)
                try await pace.keep(at: hub.now)
            case .message(nil): return try await leases.goOffline(stream)
            case .ended: return
            case .nothing: await hub.waitForStream(stream)
            }
        }
    }

    /// Takes the next message, if it is there.
    ///
    /// - Returns: what the device says; a message of nil when it goes offline.
    @inline(never)
    private func next(
        _ requests: RequestStream<AttachRequest>, on stream: AttachTable.ID
    ) throws -> Readiness<DeviceNews?> {
        if let ending = hub.ending(of: stream) { throw RPCError(ending) }
        return switch try requests.nextIfReady() {
        case .ended: .ended
        case .nothing: .nothing
        case .message(let request): .message(try DeviceNews(request, at: hub.now.wall))
        }
    }
}
