import RollcallAPI
import TestSupport
import Testing

@testable import Presence

/// A10: whatever the devices of an invisible user do, others see what they saw before, until the
/// invisible device says that it is visible.
@Suite(.withEachLeaseEngine) struct InvisibleUserTests {
    @Test(arguments: 1...6)
    func noObserverCanTellAnInvisibleUserFromAnOfflineOne(seed: UInt64) async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var numbers = TestNumbers(seed: seed)
        var world: InvisibleUser?
        for run in 0..<3 {
            // Without a regular end, what was written is all that the next run knows.
            let endsInOrder = numbers.chance(1, in: 2)
            try await withPresenceServer(
                in: folder, clock: clock, endsInOrder: endsInOrder
            ) { server in
                var now = try await InvisibleUser(server, after: world, numbers)
                for _ in 0..<20 { try await now.step() }
                if run == 2 { try await now.end() }
                if !endsInOrder { await server.write() }
                (world, numbers) = (now, now.numbers)
            }
        }
    }
}

/// A user with an invisible device and others, and an observer.
private struct InvisibleUser {
    private static let hidden = "hidden"

    private let server: PresenceServer
    private let anna: Person
    private let observer: Person
    /// Somebody else whom the observer watches: after a change of hers, an earlier one would have
    /// been told.
    private let carla: Person
    private let carlasLease: UInt64
    private let watch: WatchReader
    /// What the observer sees of the user.
    private let baseline: Presence
    private var leases: [String: UInt64]
    private var streams: [String: AttachedDevice] = [:]
    private var isCarlaAway = false
    private(set) var numbers: TestNumbers

    init(
        _ server: PresenceServer, after before: InvisibleUser?, _ numbers: TestNumbers
    ) async throws {
        var numbers = numbers
        self.server = server
        anna = try before.map { server.user($0.anna.id) } ?? server.user()
        observer = try before.map { server.user($0.observer.id) } ?? server.user()
        carla = try before.map { server.user($0.carla.id) } ?? server.user()
        carlasLease = try await carla.goOnline(lease: 300_000)
        // Some were seen before, and some never were.
        if before == nil, numbers.chance(1, in: 2) {
            try await anna.goOffline(anna.goOnline())
            server.clock.advance(60_000)
        }
        if let before {
            baseline = before.baseline
        } else {
            baseline = try await observer.presence(of: anna)
        }
        watch = try await observer.watch([anna, carla], from: before?.watch.cursor)
        try await watch.read()
        leases = before?.leases ?? [:]
        let isAttached = numbers.chance(1, in: 2)
        self.numbers = numbers
        if before == nil {
            try await isAttached ? attach(Self.hidden) : goOnline(Self.hidden)
        }
        try await check()
    }

    mutating func step() async throws {
        let device = one(of: [Self.hidden, "phone", "laptop"])
        let isHidden = device == Self.hidden
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: try await goOnline(device)
        case 1: try await attach(device)
        case 2, 3: try await say(device)
        case 4: _ = try? await anna.heartbeat(lease(device), idle: one(of: [nil, 0, 400_000]))
        case 5, 6:
            // The hidden device's lease has not ended.
            if isHidden {
                try await anna.setState(lease(device), one(of: [.unspecified, .invisible]))
            } else {
                try? await anna.setState(lease(device), one(of: [.online, .away, .invisible]))
            }
        case 7: try? await anna.setStatus(lease(device), one(of: ["", "busy"]))
        case 8 where !isHidden:
            if numbers.chance(1, in: 2) {
                try await anna.goOffline(lease(device))
            } else {
                try await anna.kick(lease(device))
            }
        default: await server.tick(seconds: one(of: [1, 3, 6]))
        }
        try await check()
    }

    /// The user's devices go, and nobody sees that one was here. A visible device is seen.
    mutating func end() async throws {
        for device in ["phone", "laptop", Self.hidden] { try await anna.goOffline(lease(device)) }
        try await check()
        try await anna.goOnline("phone")
        try await watch.read(until: anna, is: .online)
        #expect(watch.presences[anna.id]?.lastSeenAtMs == server.clock.now())
    }

    private mutating func check() async throws {
        #expect(try await observer.presence(of: anna) == baseline)
        let counts = server.runtime.hub.counts
        #expect(counts.onlineUsers + counts.awayUsers == 1)
        let (cursor, lists) = (watch.cursor, watch.changeLists.count)
        isCarlaAway.toggle()
        try await carla.setState(carlasLease, isCarlaAway ? .away : .online)
        try await watch.read(until: carla, is: isCarlaAway ? .away : .online)
        #expect(watch.presences[anna.id].map { $0 == baseline } ?? true)
        #expect(watch.changeLists[lists...].joined().allSatisfy { $0.userID == carla.id })
        // With an engine it is a time.
        if server.runtime.shared == nil {
            #expect(watch.cursor.version == cursor.version + 1)
        }
    }

    private func lease(_ device: String) -> UInt64 { leases[device] ?? 1 }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &numbers)]
    }

    private mutating func goOnline(_ device: String) async throws {
        let isHidden = device == Self.hidden
        leases[device] = try await anna.goOnline(
            device, lease: isHidden ? 300_000 : 5_000,
            as: isHidden ? .invisible : one(of: [.unspecified, .online, .away, .invisible]))
        streams[device] = nil
    }

    private mutating func attach(_ device: String) async throws {
        let isHidden = device == Self.hidden
        let stream = try await anna.attach(
            device, lease: isHidden ? 300_000 : 5_000,
            as: isHidden ? .invisible : one(of: [.unspecified, .online, .away, .invisible]))
        (leases[device], streams[device]) = (stream.lease, stream)
    }

    /// An attached device says something, and the service has heard it.
    private mutating func say(_ device: String) async throws {
        guard let stream = streams[device],
            try await anna.devices().contains(where: { $0.leaseID == stream.lease })
        else { return }
        let text = "\(numbers.next())"
        let states: [DeviceState] =
            device == Self.hidden
            ? [.unspecified, .invisible] : [.unspecified, .online, .away, .invisible]
        try await stream.say(
            AttachRequest(
                state: one(of: states), idleMs: one(of: [nil, 0, 400_000]),
                status: Status(text: text)))
        try await eventually {
            try await server.peers.exportPresence(
                ExportPresenceRequest(userID: anna.id), options: server.asService
            ).status?.text == text
        }
    }
}
