import ArgumentParser
import RollcallAPI

struct AdminPresenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "Devices that are online, and the clients of a Presence instance.",
        subcommands: [
            AdminPresenceCounts.self, AdminPresenceDevices.self, AdminPresenceKick.self,
            AdminPresenceDrain.self, AdminPresenceResume.self,
        ])
}

/// Whose devices a command is about.
struct DeviceOwnerOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The user's id.", valueName: "user"))
    var user: UserKey

    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard case .id = user else {
            throw ValidationError(
                "Presence knows users by their ids. For the id: rollcall admin user show \(user.text)"
            )
        }
    }
}

struct AdminPresenceCounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts",
        abstract: "Show how many users, devices and watches there are.",
        discussion: """
            JSON: {"attached","away_users","invisible_leases","is_draining","leases","online_users",\
            "stale_since_ms","users","watched_users","watches"}; stale_since_ms is null while Presence knows \
            of all changes.
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .presence) { session in
            let counts = try await session.presence.getPresenceCounts(
                GetPresenceCountsRequest(), options: AdminSession.options)
            try session.output.say(counts.adminJSON, text: counts.adminText)
        }
    }
}

struct AdminPresenceDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices of a user that are online, invisible ones included.",
        discussion: """
            JSON, for each device: {"device_digest","is_attached","lease_id","session_id","since_ms",\
            "state"}; lease_id is a string, device_digest the first 16 hexadecimal digits of the SHA-256 of \
            the device's id.
            """)

    @OptionGroup var owner: DeviceOwnerOptions

    func run() async throws {
        try await owner.admin.run(at: .presence) { session in
            let response = try await session.presence.listUserDevices(
                ListUserDevicesRequest(userID: owner.user.text), options: AdminSession.options)
            try await session.sayPages(
                header: ["LEASE", "STATE", "STREAM", "SINCE", "SESSION"], row: \Device.row,
                json: \Device.adminJSON
            ) { _ in (response.devices, "") }
        }
    }
}

struct AdminPresenceKick: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "Take the devices of a user offline, or one of them.",
        discussion: """
            Their apps may bring them back. To prevent that, end the sessions: \
            rollcall admin user revoke-sessions USER

            JSON: {"devices"}
            """)

    @OptionGroup var owner: DeviceOwnerOptions

    @Option(
        help: ArgumentHelp(
            "The lease of the one device, as devices lists it.", valueName: "lease-id"))
    var lease: UInt64 = 0

    func run() async throws {
        try await owner.admin.run(at: .presence) { session in
            let response = try await session.presence.kickUser(
                KickUserRequest(userID: owner.user.text, leaseID: lease),
                options: AdminSession.options)
            try session.output.say(
                .object(["devices": .number(Int64(response.devices))]),
                text: response.devices == 1
                    ? "One device was taken offline."
                    : "\(response.devices) devices were taken offline.")
        }
    }
}

struct AdminPresenceDrain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Send the clients of this instance away, as before a stop.",
        discussion: """
            Their streams end, each with another pause after which the client comes back. Nobody is shown \
            offline for that. New streams are refused, and the health is NOT_SERVING, until \
            rollcall admin presence resume, or a restart.

            JSON: {"streams"}
            """)

    @Option(
        help: ArgumentHelp(
            "Over how long the clients come back, 1 to 600.", valueName: "seconds"))
    var spread = 10.0

    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard (1...600).contains(spread) else {
            throw ValidationError("--spread takes 1 to 600 seconds.")
        }
    }

    func run() async throws {
        try await admin.run(at: .presence) { session in
            let streams = try await session.setDraining(true, spread: UInt32(spread * 1000))
            try session.output.say(
                .object(["streams": .number(Int64(clamping: streams))]),
                text: "Clients were sent away: \(streams) streams.")
        }
    }
}

struct AdminPresenceResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Take clients again after drain.",
        discussion: "JSON: {}")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .presence) { session in
            _ = try await session.setDraining(false, spread: 0)
            try session.output.say(.object([:]), text: "This instance takes clients again.")
        }
    }
}

extension AdminSession {
    fileprivate var presence: PresenceAdminServiceClient { PresenceAdminServiceClient(client) }

    fileprivate func setDraining(_ isDraining: Bool, spread: UInt32) async throws -> UInt64 {
        try await presence.setPresenceDraining(
            SetPresenceDrainingRequest(isDraining: isDraining, spreadMs: spread),
            options: Self.options
        ).streams
    }
}

extension GetPresenceCountsResponse {
    var adminJSON: JSON {
        .object([
            "users": .count(users), "online_users": .count(onlineUsers),
            "away_users": .count(awayUsers), "leases": .count(leases),
            "invisible_leases": .count(invisibleLeases), "attached": .count(attached),
            "watches": .count(watches), "watched_users": .count(watchedUsers),
            "stale_since_ms": staleSinceMs == 0 ? .null : .number(staleSinceMs),
            "is_draining": .bool(isDraining),
        ])
    }

    var adminText: String {
        var lines = [
            "Users: \(users) known, \(onlineUsers) online, \(awayUsers) away.",
            "Devices online: \(leases), of them \(attached) with a stream here, \(invisibleLeases) invisible.",
            "Watches: \(watches), of \(watchedUsers) users in all.",
        ]
        if staleSinceMs != 0 {
            lines.append("Presence may not know of changes since \(staleSinceMs.timeText).")
        }
        if isDraining { lines.append("This instance sends its clients away.") }
        return lines.joined(separator: "\n")
    }
}

extension JSON {
    fileprivate static func count(_ number: UInt64) -> JSON { .number(Int64(clamping: number)) }
}

extension Device {
    var adminJSON: JSON {
        let digits = String(deviceDigest, radix: 16)
        let digest = String(repeating: "0", count: 16 - digits.count) + digits
        return .object([
            "lease_id": .string("\(leaseID)"), "session_id": .string(sessionID),
            "state": .string(state.word), "is_attached": .bool(isAttached),
            "since_ms": .number(sinceMs), "device_digest": .string(digest),
        ])
    }

    var row: [String] {
        ["\(leaseID)", state.word, isAttached ? "yes" : "no", sinceMs.timeText, sessionID]
    }
}

extension DeviceState {
    var word: String {
        switch self {
        case .online: "online"
        case .away: "away"
        case .invisible: "invisible"
        case .offline: "offline"
        case .unspecified, .unrecognized: "unknown"
        }
    }
}
