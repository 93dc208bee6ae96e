import RollcallAPI
import RollcallRPC

/// Somebody who calls the service, under their own name.
struct Person: Sendable {
    let service: PresenceServiceClient
    let id: String
    /// When the access token ends, in seconds since 1970-01-01 UTC.
    var tokenEnd: Int64
    /// A UUID in its text form.
    var session: String

    var options: CallOptions {
        get throws {
            var metadata = Metadata()
            try metadata.add("caller", text: "user \(id) \(tokenEnd) \(session)")
            return CallOptions(metadata: metadata)
        }
    }

    /// - Returns: the lease.
    @discardableResult
    func goOnline(
        _ device: String = "phone", lease: UInt32 = 30_000, as state: DeviceState = .unspecified
    ) async throws -> UInt64 {
        let request = GoOnlineRequest(deviceID: device, leaseMs: lease, state: state)
        return try await service.goOnline(request, options: options).leaseID
    }

    @discardableResult
    func heartbeat(_ lease: UInt64, idle: UInt32? = nil) async throws -> UInt32 {
        let request = HeartbeatRequest(leaseID: lease, idleMs: idle)
        return try await service.heartbeat(request, options: options).leaseMs
    }

    func setStatus(_ lease: UInt64, _ text: String, until end: Int64 = 0) async throws {
        let status = Status(text: text, endsAtMs: end)
        _ = try await service.heartbeat(
            HeartbeatRequest(leaseID: lease, status: status), options: options)
    }

    func devices() async throws -> [Device] {
        try await service.listDevices(ListDevicesRequest(), options: options).devices
    }

    func kick(_ lease: UInt64) async throws {
        _ = try await service.kickDevice(KickDeviceRequest(leaseID: lease), options: options)
    }

    func setState(_ lease: UInt64, _ state: DeviceState) async throws {
        _ = try await service.heartbeat(
            HeartbeatRequest(leaseID: lease, state: state), options: options)
    }

    func goOffline(_ lease: UInt64) async throws {
        _ = try await service.goOffline(GoOfflineRequest(leaseID: lease), options: options)
    }

    func presence(of users: [String]) async throws -> [Presence] {
        try await service.getPresence(GetPresenceRequest(userIDs: users), options: options)
            .presences
    }

    func presence(of user: Person) async throws -> Presence {
        try await presence(of: [user.id]).first ?? Presence()
    }

    func state(of user: Person) async throws -> PresenceState {
        try await presence(of: user).state
    }

    func show(_ visibility: PresenceVisibility) async throws {
        _ = try await service.updatePresenceSettings(
            UpdatePresenceSettingsRequest(visibility: visibility), options: options)
    }

    func visibility() async throws -> PresenceVisibility {
        try await service.getPresenceSettings(GetPresenceSettingsRequest(), options: options)
            .visibility
    }

    func watch(_ users: [String], from cursor: PresenceCursor? = nil) async throws -> WatchReader {
        let call = try await service.watch(options: options)
        let reader = WatchReader(.watch(call))
        // How the watch ends, `read` says.
        try? await call.send(WatchRequest(userIDs: users, cursor: cursor))
        return reader
    }

    func watchPresence(
        _ users: [String], from cursor: PresenceCursor? = nil
    ) async throws -> WatchReader {
        let request = WatchPresenceRequest(userIDs: users, cursor: cursor)
        return WatchReader(
            .watchPresence(try await service.watchPresence(request, options: options)))
    }

    func watch(_ users: [Person], from cursor: PresenceCursor? = nil) async throws -> WatchReader {
        try await watch(users.map(\.id), from: cursor)
    }
}
