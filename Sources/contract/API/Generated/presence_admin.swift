// swift-format-ignore-file
// Generated from rollcall/v1/presence_admin.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The counts to read: those of this instance.
public struct GetPresenceCountsRequest: EmptyMessage {
    public init() {}
}

extension GetPresenceCountsRequest {
    public static let layout = MessageLayout(rollcall__v1__get_presence_counts_request__init)
}

/// Counts of this instance. With several instances, `users`, `leases` and the fields about them
/// count for all instances.
public struct GetPresenceCountsResponse: Message {
    /// Known users.
    public var users: UInt64
    /// Users whom others see as online.
    public var onlineUsers: UInt64
    /// Users whom others see as away.
    public var awayUsers: UInt64
    /// Leases: devices that are online.
    public var leases: UInt64
    /// Leases of invisible devices.
    public var invisibleLeases: UInt64
    /// Device streams that are open at this instance.
    public var attached: UInt64
    /// Watches that are open at this instance.
    public var watches: UInt64
    /// Users watched, counted once for each watch.
    public var watchedUsers: UInt64
    /// Since when the service may lack changes, in milliseconds since 1970-01-01 UTC; 0 while it
    /// has all.
    public var becameStaleAtMs: Int64
    /// Whether this instance drains.
    public var isDraining: Bool

    public init(
        users: UInt64 = 0,
        onlineUsers: UInt64 = 0,
        awayUsers: UInt64 = 0,
        leases: UInt64 = 0,
        invisibleLeases: UInt64 = 0,
        attached: UInt64 = 0,
        watches: UInt64 = 0,
        watchedUsers: UInt64 = 0,
        becameStaleAtMs: Int64 = 0,
        isDraining: Bool = false
    ) {
        self.users = users
        self.onlineUsers = onlineUsers
        self.awayUsers = awayUsers
        self.leases = leases
        self.invisibleLeases = invisibleLeases
        self.attached = attached
        self.watches = watches
        self.watchedUsers = watchedUsers
        self.becameStaleAtMs = becameStaleAtMs
        self.isDraining = isDraining
    }
}

extension GetPresenceCountsResponse {
    public static let layout = MessageLayout(rollcall__v1__get_presence_counts_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetPresenceCountsResponse.self)
        self.users = c.pointee.users
        self.onlineUsers = c.pointee.online_users
        self.awayUsers = c.pointee.away_users
        self.leases = c.pointee.leases
        self.invisibleLeases = c.pointee.invisible_leases
        self.attached = c.pointee.attached
        self.watches = c.pointee.watches
        self.watchedUsers = c.pointee.watched_users
        self.becameStaleAtMs = c.pointee.became_stale_at_ms
        self.isDraining = c.pointee.is_draining != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetPresenceCountsResponse.self)
        c.pointee.users = self.users
        c.pointee.online_users = self.onlineUsers
        c.pointee.away_users = self.awayUsers
        c.pointee.leases = self.leases
        c.pointee.invisible_leases = self.invisibleLeases
        c.pointee.attached = self.attached
        c.pointee.watches = self.watches
        c.pointee.watched_users = self.watchedUsers
        c.pointee.became_stale_at_ms = self.becameStaleAtMs
        c.pointee.is_draining = self.isDraining ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "users": users,
            "onlineUsers": onlineUsers,
            "awayUsers": awayUsers,
            "leases": leases,
            "invisibleLeases": invisibleLeases,
            "attached": attached,
            "watches": watches,
            "watchedUsers": watchedUsers,
            "becameStaleAtMs": becameStaleAtMs,
            "isDraining": isDraining,
        ]
    }
}

/// The user whose devices to list.
public struct ListUserDevicesRequest: Message {
    /// The user, by id.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension ListUserDevicesRequest {
    public static let layout = MessageLayout(rollcall__v1__list_user_devices_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListUserDevicesRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListUserDevicesRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The devices that are online.
public struct ListUserDevicesResponse: Message {
    /// In the order in which they came online.
    public var devices: [Device]

    public init(devices: [Device] = []) {
        self.devices = devices
    }
}

extension ListUserDevicesResponse {
    public static let layout = MessageLayout(rollcall__v1__list_user_devices_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListUserDevicesResponse.self)
        self.devices = try source.messages(c.pointee.devices, c.pointee.n_devices, "devices")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListUserDevicesResponse.self)
        (c.pointee.n_devices, c.pointee.devices) = target.list(self.devices) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["devices": devices]
    }
}

/// The user to take offline.
public struct KickUserRequest: Message {
    /// The user, by id.
    public var user: UserKey?
    /// The lease of one device; 0 for all devices.
    public var leaseID: UInt64

    public init(user: UserKey? = nil, leaseID: UInt64 = 0) {
        self.user = user
        self.leaseID = leaseID
    }
}

extension KickUserRequest {
    public static let layout = MessageLayout(rollcall__v1__kick_user_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__KickUserRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.leaseID = c.pointee.lease_id
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__KickUserRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.lease_id = self.leaseID
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "leaseID": leaseID]
    }
}

/// The devices are offline.
public struct KickUserResponse: Message {
    /// How many devices were online.
    public var devices: UInt32

    public init(devices: UInt32 = 0) {
        self.devices = devices
    }
}

extension KickUserResponse {
    public static let layout = MessageLayout(rollcall__v1__kick_user_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__KickUserResponse.self)
        self.devices = c.pointee.devices
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__KickUserResponse.self)
        c.pointee.devices = self.devices
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["devices": devices]
    }
}

/// Whether to drain this instance.
public struct SetPresenceDrainingRequest: Message {
    /// True to drain, false to accept clients again.
    public var isDraining: Bool
    /// The time over which clients return elsewhere, in milliseconds: up to 600,000; 0 for the
    /// default, 10,000.
    public var spreadMs: UInt32

    public init(isDraining: Bool = false, spreadMs: UInt32 = 0) {
        self.isDraining = isDraining
        self.spreadMs = spreadMs
    }
}

extension SetPresenceDrainingRequest {
    public static let layout = MessageLayout(rollcall__v1__set_presence_draining_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetPresenceDrainingRequest.self)
        self.isDraining = c.pointee.is_draining != 0
        self.spreadMs = c.pointee.spread_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetPresenceDrainingRequest.self)
        c.pointee.is_draining = self.isDraining ? 1 : 0
        c.pointee.spread_ms = self.spreadMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["isDraining": isDraining, "spreadMs": spreadMs]
    }
}

/// The change was made.
public struct SetPresenceDrainingResponse: Message {
    /// The number of streams that were ended.
    public var streams: UInt64

    public init(streams: UInt64 = 0) {
        self.streams = streams
    }
}

extension SetPresenceDrainingResponse {
    public static let layout = MessageLayout(rollcall__v1__set_presence_draining_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetPresenceDrainingResponse.self)
        self.streams = c.pointee.streams
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetPresenceDrainingResponse.self)
        c.pointee.streams = self.streams
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["streams": streams]
    }
}
