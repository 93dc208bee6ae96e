import RollcallAPI
import RollcallRPC
import RollcallWire

/// The call of an attached device, served by turns. It closes the device's stream when the call
/// ends.
final class DeviceCall: @unchecked Sendable {
    // Unchecked: turns of one call do not overlap.

    private let stream: AttachTable.ID
    private let hub: PresenceHub
    private let leases: any LeaseAuthority
    private let requests: RequestStream<AttachRequest>
    private let responses: ResponseWriter<AttachResponse>
    /// An update to make before those that the device sends.
    private var first: DeviceUpdate?
    private var pace = MessagePace()

    init(
        _ stream: AttachTable.ID, hub: PresenceHub, leases: any LeaseAuthority,
        requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        first: DeviceUpdate?
    ) {
        self.stream = stream
        self.hub = hub
        self.leases = leases
        self.requests = requests
        self.responses = responses
        self.first = first
    }

    /// Takes what the device has sent.
    ///
    /// - Throws: `RPCError`, why the stream has ended; `CancellationError`.
    func takeTurn() async throws -> StreamTurn {
        do {
            if case .waits = try await hear() { return .waits }
        } catch {
            await close()
            throw error
        }
        await close()
        return .ends
    }

    private func hear() async throws -> StreamTurn {
        if let update = first {
            first = nil
            try await hear(update)
        }
        while true {
            try Task.checkCancellation()
            try look()
            switch try requests.nextIfReady() {
            case .message(let request):
                guard let update = try DeviceUpdate(request, at: hub.now.wall) else {
                    try await leases.goOffline(stream)
                    return .ends
                }
                try await hear(update)
                try await pace.keep(at: hub.now)
            case .ended: return .ends
            case .nothing: return .waits
            }
        }
    }

    /// Records an update. The later messages of the device wait until it has taken effect.
    private func hear(_ update: DeviceUpdate) async throws {
        var pending = PendingUpdate(update: update, isCounted: update.isBeat)
        while let pause = try await leases.hear(&pending, on: stream) {
            try look()
            try await Task.sleep(for: .milliseconds(pause))
            try look()
        }
    }

    /// Sends the lease again if the stream was quiet for long.
    ///
    /// - Throws: `RPCError`, why the stream is over.
    private func look() throws {
        guard let lease = try hub.look(at: stream) else { return }
        // A device that does not read is heard all the same. It is sent the lease later.
        if try responses.sendAtOnce(Encoded(AttachResponse(lease))) == nil {
            hub.noteSent(on: stream)
        }
    }

    private func close() async {
        hub.forgetCall(of: stream)
        await leases.detach(stream)
    }
}
