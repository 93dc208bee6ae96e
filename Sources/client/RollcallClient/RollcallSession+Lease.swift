import RollcallAPI
import RollcallRPC

/// What becomes of a device that is kept online.
public enum LeaseEvent: Sendable, Equatable {
    /// The device is attached: others see it until the stream ends.
    case held(leaseID: UInt64, duration: Duration)
    /// The lease has ended, though it was kept, and is about to be taken again.
    case lost
    /// Presence cannot be reached: a few seconds later others see the device offline.
    case interrupted
}

extension RollcallSession {
    /// Keeps a device online until the task is cancelled or `body` throws, and then takes it
    /// offline. A stream that was cut off is opened again; a lease that was lost, by a sleep of the
    /// machine or a stop of the service, is taken again.
    ///
    /// - Parameters:
    ///   - deviceID: 1 to 64 of `[A-Za-z0-9_.-]`, the same each time for the same device.
    ///   - lease: how long the device stays online without a sign of life, 5 to 300 seconds.
    ///   - signals: what the app says of the device meanwhile.
    ///   - body: is told each event.
    /// - Throws: `RPCError` when it is refused, `permissionDenied` (DEVICE_KICKED) when the user or
    ///   an administrator has taken the device offline; `SessionError`; what `body` throws.
    public func stayOnline(
        deviceID: String, lease: Duration = .seconds(30),
        _ signals: DeviceSignals = DeviceSignals(), _ body: (LeaseEvent) async throws -> Void
    ) async throws {
        var leaseID: UInt64?
        do {
            try await watching(doublings: 0, interruption: .interrupted, body) { pauses in
                do {
                    try await attach(deviceID, lease, signals, &leaseID, &pauses, body)
                } catch let error as RPCError where error.endsALease {
                    // The pause that follows keeps two programs that say to be the same device from
                    // spinning.
                    try await pauses.tell(.lost, body)
                }
                return false
            }
        } catch {
            // The task may be cancelled by now, and a call made in it would be too.
            if let leaseID { await Task { await goOffline(leaseID) }.value }
            throw error
        }
    }

    /// Keeps one stream open until the service ends it.
    private func attach(
        _ deviceID: String, _ lease: Duration, _ signals: DeviceSignals,
        _ leaseID: inout UInt64?, _ pauses: inout WatchPauses,
        _ body: (LeaseEvent) async throws -> Void
    ) async throws {
        let call = try await presence.attach()
        // A call that was refused meanwhile says why to its reader.
        try? await call.send(signals.first(device: deviceID, lease: lease))
        guard let held = try await call.responses.next(within: longestSilence) else { return }
        leaseID = held.leaseID
        pauses.end()
        let duration = Duration.milliseconds(held.leaseMs)
        try await pauses.tell(.held(leaseID: held.leaseID, duration: duration), body)
        try await withThrowingTaskGroup { group in
            group.addTask {
                while true {
                    let request = try await signals.next(within: .milliseconds(held.beatMs))
                    try? await call.send(request)
                }
            }
            defer { group.cancelAll() }
            while try await call.responses.next(within: longestSilence) != nil {}
        }
    }

    private func goOffline(_ leaseID: UInt64) async {
        let options = CallOptions(timeout: .seconds(2))
        _ = try? await presence.goOffline(GoOfflineRequest(leaseID: leaseID), options: options)
    }
}

extension RPCError {
    fileprivate var endsALease: Bool {
        reasons == [.leaseEnded] && (code == .notFound || code == .aborted)
    }
}
