import AccessTokens
import RollcallAPI
import RollcallRPC

extension PresenceHandler {
    package func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        let wish = try LeaseWish(request)
        let user = try context.userID
        let lease = try hub.attempt { roster, now throws(Roster.Refusal) in
            try roster.goOnline(
                user, device: wish.device, duration: wish.duration, isAway: request.away, at: now)
        }
        return GoOnlineResponse(leaseID: lease.id, leaseMs: lease.duration)
    }
}

/// What a device asks for when it goes online.
private struct LeaseWish {
    static let durations: ClosedRange<UInt32> = 5_000...300_000
    static let defaultDuration: UInt32 = 30_000

    let device: DeviceKey
    /// In milliseconds.
    let duration: UInt32

    /// - Throws: `RPCError` (`invalidArgument`) that names every rule that was broken.
    init(_ request: GoOnlineRequest) throws {
        var violations: [Violation] = []
        let device = DeviceKey(request.deviceID)
        if request.deviceID.isEmpty {
            violations.append(
                Violation(
                    reason: .fieldMissing, field: "device_id", message: "the device is missing"))
        } else if device == nil {
            violations.append(
                Violation(
                    reason: .fieldMalformed, field: "device_id",
                    message: "a device is 1 to 64 characters of [A-Za-z0-9_.-]"))
        }
        duration = request.leaseMs == 0 ? Self.defaultDuration : request.leaseMs
        if !Self.durations.contains(duration) {
            violations.append(
                Violation(
                    reason: .fieldMalformed, field: "lease_ms",
                    message: "a lease lasts 5,000 to 300,000 ms"))
        }
        guard let device, violations.isEmpty else {
            throw RPCError.violations(.invalidArgument, violations, of: GoOnlineRequest.self)
        }
        self.device = device
    }
}
