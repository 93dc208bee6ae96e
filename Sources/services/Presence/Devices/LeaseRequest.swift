import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallWire

/// What a device asks for when it comes online.
package struct LeaseRequest: Sendable {
    package static let durations: ClosedRange<UInt32> = 5_000...300_000
    static let defaultDuration: UInt32 = 30_000

    var device: DeviceKey
    /// Of the caller's access token: with it, the lease ends.
    var session: UUIDv7
    /// In milliseconds.
    var duration: UInt32
    var mode = DeviceMode.online
    /// How long ago the device was last touched, in milliseconds; nil when it does not say.
    var idle: UInt32?
}

extension LeaseRequest {
    package init(device: DeviceKey, session: UUIDv7, duration: UInt32) {
        self.init(device: device, session: session, duration: duration, mode: .online)
    }

    /// - Throws: `RPCError` (`invalidArgument`) that names every rule that was broken;
    ///   `unauthenticated`.
    init<Request: Message>(
        _ name: String, _ lease: UInt32, _ state: DeviceState, _ idle: UInt32?,
        of request: Request.Type, _ context: CallContext
    ) throws {
        let mode = try state.mode ?? .online
        var rules = BrokenRules()
        let device = DeviceKey(name)
        if name.isEmpty {
            rules.add(.fieldMissing, "device_id", "the device is missing")
        } else if device == nil {
            rules.add(
                .fieldMalformed, "device_id", "a device is 1 to 64 characters of [A-Za-z0-9_.-]")
        }
        let duration = lease == 0 ? Self.defaultDuration : lease
        if !Self.durations.contains(duration) {
            rules.add(.fieldMalformed, "lease_ms", "a lease lasts 5,000 to 300,000 ms")
        }
        guard let device, rules.isEmpty else { throw rules.refusal(of: request) }
        self.init(
            device: device, session: try context.sessionID, duration: duration, mode: mode,
            idle: idle)
    }
}
