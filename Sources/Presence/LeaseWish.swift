import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What a device asks for when it goes online.
struct LeaseWish: Sendable {
    static let durations: ClosedRange<UInt32> = 5_000...300_000
    static let defaultDuration: UInt32 = 30_000

    var device: DeviceKey
    /// Of the caller's access token: with it, the lease ends.
    var session: UUIDv7
    /// In milliseconds.
    var duration: UInt32
    var isAway: Bool
}

extension LeaseWish {
    /// - Throws: `RPCError` (`invalidArgument`) that names every rule that was broken; `unauthenticated`.
    init(_ request: GoOnlineRequest, _ context: CallContext) throws {
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
        let duration = request.leaseMs == 0 ? Self.defaultDuration : request.leaseMs
        if !Self.durations.contains(duration) {
            violations.append(
                Violation(
                    reason: .fieldMalformed, field: "lease_ms",
                    message: "a lease lasts 5,000 to 300,000 ms"))
        }
        guard let device, violations.isEmpty else {
            throw RPCError.violations(.invalidArgument, violations, of: GoOnlineRequest.self)
        }
        self.init(
            device: device, session: try context.sessionID, duration: duration,
            isAway: request.away)
    }
}
