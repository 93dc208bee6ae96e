import RollcallAPI
import RollcallCrypto
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite struct PresenceRuntimeTests {
    @Test func itEndsLeasesByItself() async throws {
        try await withRunningRuntime { runtime, user, clock in
            clock.advance(1_500)
            clock.advance(1_500)
            try await eventually {
                clock.advance(1_000)
                return state(of: user, in: runtime) == .offline
            }
        }
    }

    @Test func itWritesTheRestWhenItIsCancelled() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var ended: UUIDv7?
        try await withRunningRuntime(in: folder, clock: clock, writeInterval: .seconds(3600)) {
            _, user, _ in ended = user
        }
        let store = try await presenceStore(in: folder)
        let journal = try await store.journal()
        #expect(journal.lastSeen.map(\.user) == [ended])
        #expect(journal.lastSeen.map(\.at) == [clock.now()])
        #expect(journal.leases.count == 1)
        try store.close()
    }

    /// A process that is killed just after a device has come or gone knows of it after a restart.
    @Test func whoComesOrGoesIsWrittenLongBeforeTheIntervalIsOver() async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        try await withRunningRuntime(in: folder, clock: clock, writeInterval: .seconds(3600)) {
            runtime, _, _ in
            try await eventually { try await runtime.store.journal().leases.count == 1 }
        }
        try await withRunningRuntime(in: folder, clock: clock, writeInterval: .seconds(3600)) {
            runtime, _, _ in
            runtime.hub.withRoster { roster, _ in roster.endAllLeases() }
            try await eventually { try await runtime.store.journal().leases.isEmpty }
        }
    }

    @Test func whatCouldNotBeWrittenIsStillToBeWritten() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        let (runtime, store) = try await makeRuntime(in: folder, clock: clock)
        _ = try goOnline(in: runtime)
        try store.close()
        #expect(await runtime.writer.write() == .refused)
        #expect(runtime.hub.withRoster { roster, _ in !roster.journal.backlog.isEmpty })
        // The end does not wait for a store that is gone.
        await runtime.writer.finish()
    }

    @Test func whereNobodyIsNothingIsWritten() async throws {
        let folder = try TemporaryDirectory()
        let (runtime, store) = try await makeRuntime(in: folder, clock: TestClock())
        #expect(await runtime.writer.write() == .nothing)
        _ = try goOnline(in: runtime)
        #expect(await runtime.writer.write() == .written)
        // As long as somebody is here, it is at least that the service is alive.
        #expect(await runtime.writer.write() == .written)
        try store.close()
    }
}

/// Runs `body` beside a runtime, with a user that has gone online for five seconds.
private func withRunningRuntime(
    in folder: TemporaryDirectory? = nil, clock: TestClock = TestClock(),
    writeInterval: Duration = .milliseconds(1),
    _ body: (PresenceRuntime, UUIDv7, TestClock) async throws -> Void
) async throws {
    let folder = try folder ?? TemporaryDirectory()
    var configuration = PresenceConfiguration()
    configuration.scanInterval = .milliseconds(1)
    configuration.writeInterval = writeInterval
    let (runtime, store) = try await makeRuntime(
        in: folder, clock: clock, configuration: configuration)
    let user = try goOnline(in: runtime)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await runtime.run() }
        try await body(runtime, user, clock)
        group.cancelAll()
    }
    try store.close()
}

private func makeRuntime(
    in folder: TemporaryDirectory, clock: TestClock,
    configuration: PresenceConfiguration = PresenceConfiguration()
) async throws -> (PresenceRuntime, PresenceStore) {
    let store = try await presenceStore(in: folder)
    let runtime = try await PresenceRuntime(
        store: store, authenticator: NamedCallers(), configuration: configuration,
        clock: clock.now, monotonicClock: clock.uptime, logger: .quiet)
    return (runtime, store)
}

private func goOnline(in runtime: PresenceRuntime) throws -> UUIDv7 {
    let user = try UUIDv7Generator { 1 }.next()
    _ = try runtime.hub.withRoster { roster, now in
        try roster.goOnline(
            user,
            LeaseRequest(
                device: DeviceKey(bits: 1), session: user, duration: 5_000, isAway: false),
            at: now)
    }
    return user
}

private func state(of user: UUIDv7, in runtime: PresenceRuntime) -> PresenceState? {
    runtime.hub.withRoster { roster, _ in roster.entry(of: user).state }
}
