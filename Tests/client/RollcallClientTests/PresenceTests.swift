import RollcallAPI
import RollcallClient
import RollcallRPC
import TestSupport
import Testing

struct PresenceTests {
    private struct Enough: Error {}

    private let deployment = Deployment()

    @Test func aWatchThatWasCutOffGoesOnWhereItStopped() async throws {
        let session = try deployment.session()
        var events: [PresenceWatchEvent] = []
        await #expect(throws: Enough.self) {
            try await session.watchPresence(of: ["user"]) { event in
                events.append(event)
                if events.count == 3 { throw Enough() }
            }
        }
        let online = [Presence(userID: "user", state: .online)]
        #expect(events == [.snapshot(online), .interrupted, .changes(online)])
        let cursors = deployment.state.withLock { $0.watches.map(\.cursor) }
        #expect(cursors == [nil, PresenceCursor(epoch: 1, version: 1)])
    }

    /// All are sent again in messages of 1,000, all with the last cursor.
    @Test func aLongWatchGoesOnInSeveralMessages() async throws {
        let session = try deployment.session()
        deployment.state.withLock { $0.watchAnswers = 3 }
        let users = (0..<2_500).map { "user-\($0)" }
        var interruptions = 0
        await #expect(throws: Enough.self) {
            try await session.watchPresence(of: users) { event in
                if event == .interrupted { interruptions += 1 }
                if interruptions == 2 { throw Enough() }
            }
        }
        let watches = deployment.state.withLock { $0.watches }
        #expect(watches.count == 6)
        for half in [watches[..<3], watches[3...]] {
            #expect(half.map(\.userIDs.count) == [1_000, 1_000, 500])
            #expect(Set(half.flatMap(\.userIDs)) == Set(users))
        }
        #expect(watches[..<3].allSatisfy { $0.cursor == nil })
        #expect(watches[3...].allSatisfy { $0.cursor?.version == 3 })
    }

    /// Who was added when the watch was cut off is told whole: the cursor says nothing of them.
    @Test func usersAreAddedAndRemovedWhileTheWatchIsOpen() async throws {
        let session = try deployment.session()
        deployment.state.withLock { $0.watchAnswers = 2 }
        let users = WatchedUsers(["anna", "berta"])
        var answers = 0
        await #expect(throws: Enough.self) {
            try await session.watchPresence(of: users) { event in
                answers += 1
                switch answers {
                case 1:
                    await users.remove(["berta"])
                    await users.add(["carla"])
                case 2: await users.add(["dora"])
                case 5: throw Enough()
                default: break
                }
            }
        }
        let watches = deployment.state.withLock { $0.watches }
        #expect(Set(watches[0].userIDs) == ["anna", "berta"])
        #expect(watches[1].removedUserIDs == ["berta"])
        #expect(watches.dropFirst().contains { $0.userIDs.contains("carla") && $0.cursor == nil })
        let again = watches.dropFirst(2).first { $0.userIDs.contains("anna") }
        #expect(again?.cursor != nil)
        #expect(
            watches.dropFirst(2).filter { $0.userIDs.contains("dora") }.allSatisfy {
                $0.cursor == nil
            })
        #expect(users.userIDs == ["anna", "carla", "dora"])
    }

    @Test func aStaleWatchSaysSo() async throws {
        let session = try deployment.session()
        deployment.state.withLock { $0.staleSince = 7 }
        var events: [PresenceWatchEvent] = []
        await #expect(throws: Enough.self) {
            try await session.watchPresence(of: ["user"]) { event in
                events.append(event)
                if event == .interrupted { deployment.state.withLock { $0.staleSince = 0 } }
                if events.count == 5 { throw Enough() }
            }
        }
        let online = [Presence(userID: "user", state: .online)]
        #expect(
            events == [
                .stale(sinceMs: 7), .snapshot(online), .interrupted, .stale(sinceMs: nil),
                .changes(online),
            ])
    }

    @Test func aDeviceBeatsUntilTheEndAndThenGoesOffline() async throws {
        let session = try deployment.session()
        let keeping = Task {
            try await session.stayOnline(deviceID: "laptop", lease: .seconds(9)) { _ in }
        }
        try await said { $0.count >= 5 }
        #expect(deployment.state.withLock { $0.endedLeases }.isEmpty)
        keeping.cancel()
        await #expect(throws: (any Error).self) { try await keeping.value }
        #expect(deployment.state.withLock { $0.leases } == [1])
        #expect(deployment.state.withLock { $0.endedLeases } == [1])
        let said = deployment.state.withLock { $0.attachRequests }
        #expect(said.first == AttachRequest(deviceID: "laptop", leaseMs: 9_000, state: .online))
        #expect(said.dropFirst().allSatisfy { $0 == AttachRequest() })
    }

    @Test func twoDevicesThatShareTheirSignalsBothBeat() async throws {
        let session = try deployment.session()
        let signals = DeviceSignals()
        let keeping = ["laptop", "phone"].map { device in
            Task { try await session.stayOnline(deviceID: device, signals) { _ in } }
        }
        defer { for device in keeping { device.cancel() } }
        try await said { $0.filter { !$0.deviceID.isEmpty }.count == 2 }
        for _ in 0..<3 {
            signals.setState(.away)
            let before = deployment.state.withLock { $0.beats }
            #expect(before.count == 2)
            try await eventually {
                let beats = deployment.state.withLock { $0.beats }
                return before.allSatisfy { beats[$0, default: 0] > $1 }
            }
        }
    }

    @Test func whatTheAppSaysOfTheDeviceIsSentAtOnceAndSaidAgainByANewStream() async throws {
        let session = try deployment.session()
        let signals = DeviceSignals(.away)
        let keeping = Task {
            try await session.stayOnline(deviceID: "laptop", signals) { event in
                if event == .held(leaseID: 1, duration: .milliseconds(30)) {
                    signals.setStatus(Status(text: "busy"))
                    signals.setState(.invisible)
                    signals.setIdle(for: .seconds(60))
                }
            }
        }
        defer { keeping.cancel() }
        try await said { requests in
            requests.contains {
                $0.state == .invisible && $0.status == Status(text: "busy")
                    && ($0.idleMs ?? 0) >= 60_000
            }
        }
        deployment.state.withLock { $0.endedLeases = [1] }
        try await said { requests in
            requests.last { !$0.deviceID.isEmpty }.map {
                $0.state == .invisible && $0.status == Status(text: "busy")
                    && ($0.idleMs ?? 0) >= 60_000
            } ?? false
        }
        signals.setIdle(for: .zero)
        try await said { $0.last?.idleMs == 0 }
    }

    /// Waits until attached devices have said something.
    private func said(_ isSaid: ([AttachRequest]) -> Bool) async throws {
        try await eventually { deployment.state.withLock { isSaid($0.attachRequests) } }
    }

    @Test(arguments: [StatusCode.unavailable, .resourceExhausted])
    func aDeviceThatIsRefusedForAMomentIsAttachedAfterThePause(code: StatusCode) async throws {
        let session = try deployment.session()
        deployment.state.withLock { ($0.absences, $0.absence) = (1, code) }
        var events: [LeaseEvent] = []
        await #expect(throws: Enough.self) {
            try await session.stayOnline(deviceID: "laptop") { event in
                events.append(event)
                if events.count == 2 { throw Enough() }
            }
        }
        #expect(events == [.interrupted, .held(leaseID: 1, duration: .milliseconds(30))])
    }

    @Test func aLeaseThatWasLostIsTakenAgain() async throws {
        let session = try deployment.session()
        var events: [LeaseEvent] = []
        await #expect(throws: Enough.self) {
            try await session.stayOnline(deviceID: "laptop") { event in
                events.append(event)
                if events.count == 1 { deployment.state.withLock { $0.endedLeases = [1] } }
                if events.count == 3 { throw Enough() }
            }
        }
        #expect(
            events == [
                .held(leaseID: 1, duration: .milliseconds(30)), .lost,
                .held(leaseID: 2, duration: .milliseconds(30)),
            ])
    }
}
