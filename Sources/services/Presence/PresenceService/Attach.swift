import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        guard let first = try await requests.makeAsyncIterator().next() else {
            throw RPCError.missing("device_id", "the device is missing")
        }
        let wanted = try LeaseRequest(
            first.deviceID, first.leaseMs, first.state, first.idleMs, of: AttachRequest.self,
            context)
        let status = try first.status.map { try StatusChange($0, at: hub.now.wall) }
        let (lease, stream) = try await leases.attach(
            try WatchCaller(context), wanted,
            SessionCheck(context: context, authenticator: authenticator))
        do {
            try await responses.send(AttachResponse(lease))
        } catch {
            await leases.detach(stream)
            throw error
        }
        // The device has its lease by now, even if the status must wait.
        let call = DeviceCall(
            stream, hub: hub, leases: leases, requests: requests, responses: responses,
            first: status.map { DeviceUpdate(status: $0) })
        hub.wake(responses.react { _ in .goesOn { try await call.takeTurn() } }, for: stream)
    }
}

extension AttachResponse {
    init(_ lease: GrantedLease) {
        self.init(leaseID: lease.id, leaseMs: lease.duration, beatMs: lease.duration / 3)
    }
}
