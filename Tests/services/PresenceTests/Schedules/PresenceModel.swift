import RollcallAPI
import RollcallCrypto

@testable import Presence

/// What Presence has to know, said as simply as can be: for each user a list of devices with
/// deadlines, and what the user lets others see. Users are numbers.
struct PresenceModel {
    struct Device: Equatable {
        var lease: UInt64
        var device: Int
        var session: Int
        var duration: Int64
        var mode: DeviceMode
        var isIdle = false
        /// When it begins to count as away, on the monotonic clock.
        var idleAt: Int64?
        /// When it was heard last, on the monotonic clock.
        var heardAt: Int64
        var deadline: Int64
        var stream: AttachTable.ID?
        var isDetached = false

        /// What its user is told of it.
        var state: DeviceState {
            mode == .invisible ? .invisible : mode == .online && !isIdle ? .online : .away
        }
    }

    struct User: Equatable {
        var devices: [Device] = []
        var lastSeen: Int64 = 0
        /// The days on which the user was seen later than ever before, in their order.
        var days: [Int64] = []
        var status: UserStatus?
        var visibility = UserVisibility.everyone
        /// That of the setting in effect.
        var settingNumber: UInt32 = 0
        var card = NameTable.Card()
        /// A bit for each user.
        var blocked = 0
        var isErased = false
        /// How often the user was erased: Auth may say it again.
        var erasures = 0

        var isInvisible: Bool { devices.contains { $0.mode == .invisible } }

        var state: PresenceState {
            if devices.isEmpty || isInvisible { return .offline }
            return devices.contains { $0.state == .online } ? .online : .away
        }
    }

    static let scanInterval: Int64 = 500
    static let stallTolerance: Int64 = 2_000
    static let idleThreshold: Int64 = 6_000
    static let grace: Int64 = 3_000
    static let restartGrace: Int64 = 300_000

    var users: [User]
    /// The day that it is, as far as others are told of days.
    var today: Int64
    /// The day of which watches were told; nil before the first scan of a run.
    var toldDay: Int64?
    var lastScan: Int64
    var knowsBlocks = false
    /// Restored leases whose devices were not heard so far.
    var unconfirmed: Set<UInt64> = []
    var staleSince: Int64 = 0
    /// Why leases have ended since this was last compared.
    var ends: [LeaseEnd: Int] = [:]
    /// The streams that are over for a reason of the service's since this was last compared.
    var endedStreams: [AttachTable.ID: AttachTable.Ending] = [:]
    /// Whether the names of all users are known.
    var knowsNames = true

    init(users count: Int, now: Moment) {
        users = Array(repeating: User(), count: count)
        today = now.wall / 86_400_000
        lastScan = now.monotonic
    }

    func place(of lease: UInt64) -> (user: Int, device: Int)? {
        for (user, known) in users.enumerated() {
            if let device = known.devices.firstIndex(where: { $0.lease == lease }) {
                return (user, device)
            }
        }
        return nil
    }

    func areApart(_ one: Int, _ other: Int) -> Bool {
        (users[one].blocked >> other | users[other].blocked >> one) & 1 == 1
    }

    /// What a viewer sees of a user.
    func entry(of user: Int, seenBy viewer: Int, _ ids: [UUIDv7]) -> Roster.Entry {
        let known = users[user]
        if known.isErased || areApart(user, viewer) { return .unknown(ids[user]) }
        switch viewer == user ? .everyone : known.visibility {
        case .nobody: return .unknown(ids[user])
        case .coarse:
            return Roster.Entry(
                user: ids[user], state: .offline, lastSeen: 0, bucket: bucket(of: known),
                card: known.card)
        case .everyone:
            let state = known.state
            return Roster.Entry(
                user: ids[user], state: state, lastSeen: known.lastSeen, card: known.card,
                status: state == .offline ? nil : known.status)
        }
    }

    private func bucket(of user: User) -> LastSeenBucket {
        let day = user.days.last.flatMap { $0 < today ? $0 : user.days.dropLast().last }
        guard let day else { return .unspecified }
        let age = today - day
        return age <= 3 ? .recently : age <= 7 ? .thisWeek : age <= 30 ? .thisMonth : .longAgo
    }
}

/// What happens to leases.
extension PresenceModel {
    /// No device could be heard while the process was stopped, so each lease lasts longer by as
    /// much.
    mutating func forgiveStall(_ now: Moment) {
        let stall = now.monotonic - lastScan - Self.scanInterval
        guard stall > Self.stallTolerance else { return }
        lastScan += stall
        for user in users.indices {
            for device in users[user].devices.indices {
                users[user].devices[device].deadline += stall
            }
        }
    }

    mutating func see(_ user: Int, at wall: Int64) {
        guard !users[user].isInvisible else { return }
        let day = wall / 86_400_000
        today = max(today, day)
        if day > users[user].days.last ?? 0 { users[user].days.append(day) }
        users[user].lastSeen = max(users[user].lastSeen, wall, 1)
    }

    mutating func begin(_ device: Device, of user: Int, idle: Int64?, at now: Moment) {
        end({ $1.device == device.device }, of: user, .replaced)
        users[user].devices.append(device)
        if let idle {
            touch(idle, ago: user, users[user].devices.count - 1, now)
        }
        see(user, at: now.wall)
    }

    mutating func hear(_ lease: UInt64, _ news: DeviceUpdate, at now: Moment) {
        guard let (user, index) = place(of: lease) else { return }
        confirm(lease)
        see(user, at: now.wall)
        users[user].devices[index].isDetached = false
        users[user].devices[index].heardAt = now.monotonic
        users[user].devices[index].deadline =
            now.monotonic + users[user].devices[index].duration
        if let mode = news.mode {
            users[user].devices[index].mode = mode
            if mode == .online, news.idle == nil { touch(0, ago: user, index, now) }
        }
        if let idle = news.idle { touch(Int64(idle), ago: user, index, now) }
        see(user, at: now.wall)
        switch news.status {
        case .set(let status): users[user].status = status
        case .remove: users[user].status = nil
        case nil: break
        }
    }

    /// A device was touched that long ago.
    private mutating func touch(_ idle: Int64, ago user: Int, _ index: Int, _ now: Moment) {
        let isIdle = idle >= Self.idleThreshold
        users[user].devices[index].isIdle = isIdle
        users[user].devices[index].idleAt =
            idle == 0 || isIdle ? nil : now.monotonic - idle + Self.idleThreshold
    }

    /// The stream of a device was closed.
    mutating func detach(
        _ stream: AttachTable.ID, _ lease: UInt64, _ ending: AttachTable.Ending?, at now: Moment
    ) {
        guard let (user, index) = place(of: lease),
            users[user].devices[index].stream == stream
        else { return }
        users[user].devices[index].stream = nil
        switch ending {
        case .doubt: return
        case .draining(let pause):
            let device = users[user].devices[index]
            users[user].devices[index].deadline = max(
                device.deadline, now.monotonic + pause + device.duration)
        case .lease, .token, nil:
            forgiveStall(now)
            users[user].devices[index].deadline = min(
                users[user].devices[index].deadline, now.monotonic + Self.grace)
            users[user].devices[index].isDetached = true
        }
    }

    /// Ends those leases of all users at once.
    mutating func end(
        _ isToEnd: (Int, Device) -> Bool, of only: Int? = nil, _ cause: LeaseEnd
    ) {
        for user in users.indices where only == nil || only == user {
            for device in users[user].devices where isToEnd(user, device) {
                let isOver = cause == .silence && device.isDetached
                ends[isOver ? .grace : cause, default: 0] += 1
                if let stream = device.stream {
                    endedStreams[stream] = .lease(isOver ? .grace : cause)
                }
                confirm(device.lease)
            }
            users[user].devices.removeAll { isToEnd(user, $0) }
        }
    }

    private mutating func confirm(_ lease: UInt64) {
        if unconfirmed.remove(lease) != nil, unconfirmed.isEmpty { staleSince = 0 }
    }

    /// The service looks at what has ended.
    mutating func scan(at now: Moment) throws {
        forgiveStall(now)
        lastScan = now.monotonic
        let due = users.flatMap(\.devices).filter { $0.deadline < now.monotonic }
        for device in due where !device.isDetached {
            try Breach.unless(
                now.monotonic - device.heardAt >= device.duration, "a lease ends early")
        }
        end({ $1.deadline < now.monotonic }, .silence)
        for user in users.indices {
            for index in users[user].devices.indices {
                guard let at = users[user].devices[index].idleAt, at < now.monotonic else {
                    continue
                }
                users[user].devices[index].isIdle = true
                users[user].devices[index].idleAt = nil
            }
            if let end = users[user].status?.end, end <= now.wall { users[user].status = nil }
        }
        today = now.wall / 86_400_000
        toldDay = today
    }
}

/// What users and others decide.
extension PresenceModel {
    mutating func apply(_ visibility: UserVisibility, number: UInt32, of user: Int) {
        guard !users[user].isErased, number > users[user].settingNumber else { return }
        users[user].settingNumber = number
        users[user].visibility = visibility
    }

    mutating func register(_ user: Int, at wall: Int64) {
        guard !users[user].isErased, users[user].lastSeen == 0 else { return }
        users[user].lastSeen = max(wall, 1)
        users[user].days = [wall / 86_400_000]
        today = max(today, wall / 86_400_000)
    }

    mutating func erase(_ user: Int) {
        end({ _, _ in true }, of: user, .erased)
        let before = users[user]
        users[user] = User()
        users[user].isErased = true
        users[user].erasures = before.erasures + 1
        // Who did not see the user is not told of the erasure either.
        users[user].blocked = before.blocked
    }

    mutating func setBlocked(_ blocked: Int, by user: Int) {
        guard !users[user].isErased else { return }
        var seen = blocked & ~(1 << user)
        for other in users.indices where users[other].isErased { seen &= ~(1 << other) }
        users[user].blocked = seen
    }

    mutating func setCard(_ card: NameTable.Card, of user: Int) {
        guard !users[user].isErased else { return }
        users[user].card = card
    }
}
