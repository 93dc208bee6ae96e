import RollcallAPI
import RollcallRPC

/// What becomes of a device that is kept online.
public enum LeaseEvent: Sendable, Equatable {
    /// The device is online, or away, until the lease ends or is renewed.
    case held(leaseID: UInt64, duration: Duration)
    /// The lease has ended, though it was kept, and is about to be taken again.
    case lost
    /// Presence cannot be reached: once the lease has ended, others see the device offline.
    case interrupted
}

extension RollcallSession {
    /// Keeps a device online until the task is cancelled or `body` throws, and then takes it
    /// offline. A lease that was lost, by a sleep of the machine or a stop of the service, is taken
    /// again.
    ///
    /// - Parameters:
    ///   - deviceID: 1 to 64 of `[A-Za-z0-9_.-]`, the same each time for the same device.
    ///   - lease: how long the device stays online without a sign of life, 5 to 300 seconds.
    ///   - away: whether the user is away from the device.
    ///   - body: is told each event.
    /// - Throws: `RPCError` when it is refused; `SessionError`; what `body` throws.
    public func stayOnline(
        deviceID: String, lease: Duration = .seconds(30), away: Bool = false,
        _ body: (LeaseEvent) async throws -> Void
    ) async throws {
        let request = GoOnlineRequest(
            deviceID: deviceID, leaseMs: UInt32(clamping: lease.milliseconds), away: away)
        var leaseID: UInt64?
        do {
            while true {
                do {
                    let pause = try await renew(&leaseID, request, body)
                    try await Task.sleep(for: pause)
                } catch let error as RPCError
                    where [.unavailable, .deadlineExceeded].contains(error.code)
                {
                    try await body(.interrupted)
                    try await Task.sleep(for: .seconds(1))
                }
            }
        } catch {
            // The task may be cancelled by now, and a call made in it would be too.
            if let leaseID { await Task { await goOffline(leaseID) }.value }
            throw error
        }
    }

    /// Renews the lease, or takes one.
    ///
    /// - Returns: when to renew it next.
    private func renew(
        _ leaseID: inout UInt64?, _ request: GoOnlineRequest,
        _ body: (LeaseEvent) async throws -> Void
    ) async throws -> Duration {
        if let held = leaseID {
            do {
                let response = try await presence.heartbeat(HeartbeatRequest(leaseID: held))
                return .milliseconds(response.leaseMs) / 3
            } catch let error as RPCError where error.code == .notFound {
                leaseID = nil
                try await body(.lost)
            }
        }
        let response = try await presence.goOnline(request)
        leaseID = response.leaseID
        let duration = Duration.milliseconds(response.leaseMs)
        try await body(.held(leaseID: response.leaseID, duration: duration))
        return duration / 3
    }

    private func goOffline(_ leaseID: UInt64) async {
        let options = CallOptions(timeout: .seconds(2))
        _ = try? await presence.goOffline(GoOfflineRequest(leaseID: leaseID), options: options)
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
