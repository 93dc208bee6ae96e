import ArgumentParser
import RollcallAPI

struct AdminPresenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "Devices that are online, and the clients of a Presence instance.",
        subcommands: [
            AdminPresenceCounts.command, AdminPresenceDevices.command, AdminPresenceKick.command,
            AdminPresenceDrain.command, AdminPresenceResume.command,
        ])
}

/// Whose devices a command is about.
struct DeviceOwnerOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The user's id.", valueName: "user"))
    var user: UserKey

    func validate() throws {
        guard case .userID = user else {
            throw ValidationError(
                "Presence knows users by their ids. For the id: rollcall admin user show \(user.text)"
            )
        }
    }
}

struct AdminPresenceCounts: PresenceAdminAction {
    static let name = "counts"
    static let abstract = "Show how many users, devices and watches there are."
    static let discussion = """
        JSON: {"attached","away_users","invisible_leases","is_draining","leases","online_users",\
        "stale_since_ms","users","watched_users","watches"}; stale_since_ms is null while Presence knows \
        of all changes.
        """

    func run(_ session: AdminSession) async throws {
        let counts = try await session.presence.getPresenceCounts(GetPresenceCountsRequest())
        try session.output.say(counts.json, text: counts.text)
    }
}

struct AdminPresenceDevices: PresenceAdminAction {
    static let name = "devices"
    static let abstract = "List a user's devices that are online, including invisible ones."
    static let discussion = """
        JSON, for each device: {"device_digest","is_attached","lease_id","session_id","since_ms",\
        "state"}; lease_id is a string, device_digest the first 16 hexadecimal digits of the SHA-256 of \
        the device's id.
        """

    @OptionGroup var owner: DeviceOwnerOptions

    func run(_ session: AdminSession) async throws {
        try session.output.say(
            await session.presence.listUserDevices(
                ListUserDevicesRequest(userID: owner.user.text)
            ).devices)
    }
}

struct AdminPresenceKick: PresenceAdminAction {
    static let name = "kick"
    static let abstract = "Take all devices of a user offline, or one of them."
    static let discussion = """
        Their apps may bring them back. To prevent that, end the sessions: \
        rollcall admin user revoke-sessions USER

        JSON: {"devices"}
        """

    @OptionGroup var owner: DeviceOwnerOptions

    @Option(
        help: ArgumentHelp(
            "The lease of the one device, as devices lists it.", valueName: "lease-id"))
    var lease: UInt64 = 0

    func run(_ session: AdminSession) async throws {
        let count = try await session.presence.kickUser(
            KickUserRequest(userID: owner.user.text, leaseID: lease)
        ).devices
        try session.output.say(
            ["devices": count],
            text: count == 1
                ? "One device was taken offline." : "\(count) devices were taken offline.")
    }
}

struct AdminPresenceDrain: PresenceAdminAction {
    static let name = "drain"
    static let abstract = "Drain this instance of clients, for example before a stop."
    static let discussion = """
        Their streams end, and each client is told another pause before it returns. Users stay \
        online meanwhile. New streams are refused, and the health is NOT_SERVING, until \
        rollcall admin presence resume, or a restart.

        JSON: {"streams"}
        """

    @Option(
        help: ArgumentHelp(
            "Over how long the clients come back, 1 to 600.", valueName: "seconds"))
    var spread = 10.0

    func validate() throws {
        guard (1...600).contains(spread) else {
            throw ValidationError("--spread takes 1 to 600 seconds.")
        }
    }

    func run(_ session: AdminSession) async throws {
        let streams = try await session.presence.setPresenceDraining(
            SetPresenceDrainingRequest(isDraining: true, spreadMs: UInt32(spread * 1000))
        ).streams
        try session.output.say(
            ["streams": streams], text: "Clients were sent away: \(streams) streams.")
    }
}

struct AdminPresenceResume: PresenceAdminAction {
    static let name = "resume"
    static let abstract = "Accept clients again after drain."
    static let discussion = "JSON: {}"

    func run(_ session: AdminSession) async throws {
        _ = try await session.presence.setPresenceDraining(SetPresenceDrainingRequest())
        try session.output.say([:], text: "This instance takes clients again.")
    }
}

extension AdminSession {
    fileprivate var presence: PresenceAdminServiceClient { PresenceAdminServiceClient(client) }
}

extension GetPresenceCountsResponse {
    var json: JSON { json(optional: ["stale_since_ms"]) }

    var text: String {
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

extension Device: Listed {
    static var header: [String] { ["LEASE", "STATE", "STREAM", "SINCE", "SESSION"] }

    package var json: JSON {
        let digits = String(deviceDigest, radix: 16)
        let digest = String(repeating: "0", count: 16 - digits.count) + digits
        return json(["lease_id": "\(leaseID)", "device_digest": digest])
    }

    var row: [String] {
        ["\(leaseID)", state.word, isAttached ? "yes" : "no", sinceMs.timeText, sessionID]
    }
}
