import Foundation
import RollcallAPI
import RollcallRPC
import Testing

import func TestSupport.elapse

/// Devices that are attached, while Presence dies under them.
@Suite struct PresenceUnderFireTests {
    /// How often Presence is killed; `ROLLCALL_KILLS` sets it.
    static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) } ?? 10
    private static let devices = 1_000
    /// Those who have one device, and those who have up to 16.
    private static let (loners, others) = (20, 62)

    // A16, A17, A20: every third time it is stopped in order.
    @Test func nobodyIsShownOfflineWhoseDeviceComesBack() async throws {
        // 2,000 kills take longer than a token of ten minutes.
        let cluster = try Cluster(authArguments: ["--access-token-minutes", "60"])
        try await cluster.startAll()
        let people = Self.loners + Self.others
        let crowd = try await Crowd(people, in: cluster)
        let devices = (0..<Self.devices).map { number in
            number < people ? number : Self.loners + (number - people) % Self.others
        }
        let place = cluster.endpoint(.presence)
        let attached = AttachedCrowd(devices.map { crowd.options[$0] }, at: place, lease: 60_000)
        defer { attached.leave() }
        try await cluster.waitUntilAttached(Self.devices)
        #expect(attached.errors.isEmpty, "\(attached.errors.prefix(3))")
        guard attached.errors.isEmpty else { return }
        // Devices are written within a second of their coming.
        try await elapse(.milliseconds(1_500))
        let watcher = Watcher(crowd.ids, crowd.options[0], at: place)
        defer { watcher.leave() }
        #expect(try await holds { watcher.online == people })
        for kill in 0..<Self.kills {
            if kill % 3 == 2 { cluster[.presence].stop() } else { cluster[.presence].kill() }
            try await cluster[.presence].start(at: place)
            let start = ContinuousClock.now
            try await cluster.waitUntilAttached(Self.devices)
            #expect(ContinuousClock.now - start < .seconds(10))
            try await elapse(upTo: .milliseconds(300))
        }
        #expect(try await holds { watcher.isWatching })
        #expect(watcher.seenOffline == 0, "\(cluster.logs)")
        #expect(attached.errors.isEmpty, "\(attached.errors.prefix(3))")
    }

    // A02, A03: the command line keeps the device, with a beat each third of its lease.
    @Test(arguments: [SIGKILL, SIGSTOP])
    func aDeviceWhoseProcessDiesOrStandsStillIsOfflineInTime(signal: Int32) async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let crowd = try await Crowd(1, in: cluster)
        let presence = PresenceServiceClient(crowd.client)
        // A lease that ends before the grace would end the device first.
        let device = try cluster.stayOnline(as: "user0", lease: signal == SIGKILL ? 30 : 5)
        defer { kill(device.processIdentifier, SIGKILL) }
        let ask = GetPresenceRequest(userIDs: [crowd.ids[0]])
        func isOnline() async throws -> Bool {
            try await presence.getPresence(ask, options: crowd.options[0]).presences[0].state
                == .online
        }
        #expect(try await holds { try await isOnline() })
        // A beat and a half of the command.
        try await elapse(.milliseconds(2_500))
        kill(device.processIdentifier, signal)
        let start = ContinuousClock.now
        // One that stands still has last beaten up to 1.7 seconds before.
        let earliest = signal == SIGKILL ? Duration.milliseconds(4_900) : .milliseconds(3_200)
        while try await isOnline() {
            try await elapse(.milliseconds(20))
            #expect(ContinuousClock.now - start < .seconds(9), "\(cluster.logs)")
            guard ContinuousClock.now - start < .seconds(9) else { return }
        }
        #expect(ContinuousClock.now - start >= earliest)
        #expect(ContinuousClock.now - start < .milliseconds(6_500))
    }

    // A19
    @Test func aPresenceThatStandsStillForLongerThanALeaseEndsNone() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let crowd = try await Crowd(3, in: cluster)
        let place = cluster.endpoint(.presence)
        let attached = AttachedCrowd(crowd.options, at: place, lease: 5_000)
        defer { attached.leave() }
        try await cluster.waitUntilAttached(3)
        let watcher = Watcher(crowd.ids, crowd.options[0], at: place)
        defer { watcher.leave() }
        #expect(try await holds { watcher.online == 3 })
        let process = try #require(cluster[.presence].processID)
        kill(process, SIGSTOP)
        // Longer than a lease: nobody is to be shown offline for it.
        try await elapse(.seconds(8))
        kill(process, SIGCONT)
        try await elapse(.seconds(2))
        #expect(watcher.seenOffline == 0, "\(cluster.logs)")
        #expect(try await holds { watcher.online == 3 })
    }
}

extension Cluster {
    /// Waits until so many devices have a stream.
    fileprivate func waitUntilAttached(_ count: Int) async throws {
        let client = client(.presence)
        defer { client.close() }
        let isAttached = try await holds(within: .seconds(60)) {
            let counts = try? await PresenceAdminServiceClient(client).getPresenceCounts(
                GetPresenceCountsRequest(), options: CallOptions(timeout: .seconds(5)))
            return counts?.attached == UInt64(count)
        }
        #expect(isAttached, "\(logs)")
    }

    /// Has `rollcall presence set online` run for a user.
    fileprivate func stayOnline(as name: String, lease: Int) throws -> Process {
        let environment = [
            "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
            "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
            "XDG_STATE_HOME": directory.appending(path: name).path,
        ]
        let program = Products.directory.appending(path: "rollcall")
        let signIn = Process()
        signIn.executableURL = program
        signIn.arguments = [
            "sign-in", "--email", "\(name)@example.org", "--password-file", "-",
        ]
        signIn.environment = environment
        let input = Pipe()
        signIn.standardInput = input
        signIn.standardOutput = FileHandle.nullDevice
        try signIn.run()
        try input.fileHandleForWriting.write(contentsOf: Data("correct horse \(name)\n".utf8))
        try input.fileHandleForWriting.close()
        while signIn.isRunning { usleep(1_000) }
        #expect(signIn.terminationStatus == 0)
        let device = Process()
        device.executableURL = program
        device.arguments = ["presence", "set", "online", "--lease", "\(lease)"]
        device.environment = environment
        device.standardOutput = FileHandle.nullDevice
        try device.run()
        return device
    }
}
