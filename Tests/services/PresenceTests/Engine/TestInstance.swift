import Redis
import RollcallCrypto
import Synchronization
import TestRedis
import TestSupport

@testable import Presence

/// An instance of Presence as far as the engine sees one.
struct TestInstance {
    let engine: LeaseEngine
    let keeper: LeaseKeeper
    let view = TestView()
    let follower: LeaseFollower

    private static let start = ContinuousClock.now

    /// - Parameter clocks: nil for those of the machine.
    init(
        _ server: RedisServer, name: String = "test", clocks: TestClock? = nil,
        _ configure: (inout LeaseEngineConfiguration) -> Void = { _ in }
    ) {
        var configuration = LeaseEngineConfiguration()
        configuration.name = name
        if let clocks { configuration.clock = clocks.now }
        configure(&configuration)
        engine = LeaseEngine(server.location, configuration: configuration)
        let monotonic: @Sendable () -> Int64 = {
            clocks?.uptime()
                ?? Int64((ContinuousClock.now - Self.start) / .milliseconds(1))
        }
        keeper = LeaseKeeper(engine, monotonicClock: monotonic)
        follower = LeaseFollower(engine, view: view, monotonicClock: monotonic)
    }

    /// Ends all that is due.
    func expire() async throws {
        while try await keeper.expire().isMore {}
    }

    func close() {
        engine.close()
        follower.close()
    }
}

/// Users, sessions and leases that are not used twice.
struct TestNames {
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    func id() -> UUIDv7 {
        guard let id = try? ids.next() else { preconditionFailure("no random numbers") }
        return id
    }

    func lease(
        device: UInt64 = 1, session: UUIDv7? = nil, duration: UInt32 = 30_000,
        mode: DeviceMode = .online, isAttached: Bool = false
    ) -> EngineLease {
        EngineLease(
            id: .random(in: 1 ... .max), device: device, session: session ?? id(),
            duration: duration, mode: mode, flags: isAttached ? .attached : [])
    }
}
