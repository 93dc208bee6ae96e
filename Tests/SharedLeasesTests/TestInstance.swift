import Redis
import RollcallCrypto
import SharedLeases
import Synchronization
import TestRedis

/// An instance of Presence as far as the engine sees one.
struct TestInstance {
    let engine: LeaseEngine
    let keeper: LeaseKeeper
    let view = TestView()
    let follower: LeaseFollower

    /// - Parameter clocks: nil for those of the machine.
    init(
        _ server: RedisServer, name: String = "test", clocks: TestClocks? = nil,
        _ configure: (inout LeaseEngineConfiguration) -> Void = { _ in }
    ) {
        var configuration = LeaseEngineConfiguration()
        configuration.name = name
        if let clocks { configuration.clock = { clocks.wall } }
        configure(&configuration)
        engine = LeaseEngine(server.location, configuration: configuration)
        let monotonic: @Sendable () -> Int64 = {
            clocks?.monotonic
                ?? Int64((ContinuousClock.now - TestClocks.start) / .milliseconds(1))
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

/// The clocks of a test: the true time, and the server's, which may jump.
final class TestClocks: Sendable {
    static let start = ContinuousClock.now

    private let state = Mutex<(monotonic: Int64, wall: Int64)>((1_000, 1_800_000_000_000))

    var monotonic: Int64 { state.withLock { $0.monotonic } }
    var wall: Int64 { state.withLock { $0.wall } }

    func pass(_ milliseconds: Int64) {
        state.withLock {
            $0.monotonic += milliseconds
            $0.wall += milliseconds
        }
    }

    func jump(_ milliseconds: Int64) {
        state.withLock { $0.wall += milliseconds }
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
        mode: EngineDeviceMode = .online, isAttached: Bool = false
    ) -> EngineLease {
        EngineLease(
            id: .random(in: 1 ... .max), device: device, session: session ?? id(),
            duration: duration, mode: mode, flags: isAttached ? .attached : [])
    }
}
