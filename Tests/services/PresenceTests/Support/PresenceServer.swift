import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Presence

/// The Presence service on a real file, for the length of a test, called over its real connection.
/// Time passes when the test says so.
struct PresenceServer: Sendable {
    let runtime: PresenceRuntime
    let store: PresenceStore
    let clock: TestClock
    private let server: TestServer
    private let ids: UUIDv7Generator

    fileprivate init(
        _ runtime: PresenceRuntime, _ store: PresenceStore, _ server: TestServer,
        _ clock: TestClock
    ) {
        self.runtime = runtime
        self.store = store
        self.server = server
        self.clock = clock
        ids = UUIDv7Generator(clock: clock.now)
    }

    var connection: any RPCClient { server.connection }
    var service: PresenceServiceClient { PresenceServiceClient(connection) }
    var peers: PresencePeerServiceClient { PresencePeerServiceClient(connection) }

    /// Serves on a TCP port as well.
    ///
    /// - Returns: the port.
    func listen() async throws -> Int {
        let endpoint = try await server.server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        guard case .tcp(_, let port) = endpoint else { return 0 }
        return port
    }

    /// A signed-in user that nobody has heard of.
    func user() throws -> Person {
        user(try ids.next().description)
    }

    func user(_ id: String) -> Person {
        Person(
            service: service, id: id, tokenEnd: clock.now() / 1000 + 86_400, session: id)
    }

    /// A device of the user goes online, without a call.
    func goOnline(_ user: String, device: String = "phone", isAway: Bool = false) throws {
        let id = try #require(UUIDv7(user))
        let key = try #require(DeviceKey(device))
        _ = try runtime.hub.withRoster { roster, now in
            try roster.goOnline(
                id,
                LeaseRequest(device: key, session: id, duration: 30_000, isAway: isAway),
                at: now)
        }
    }

    /// Auth says that sessions have ended, and the engine that instances share has heard it, unless
    /// it is away.
    func endSessions(_ ended: EndedSessions) async {
        runtime.endSessions(ended)
        guard let shared = runtime.shared else { return }
        try? await eventually {
            shared.leases.outbox.isEmpty || shared.engine.connection.trouble != nil
        }
    }

    /// Nobody knows any more which sessions have ended.
    func suspendWatches() { runtime.suspendStreams() }

    /// Profile tells whom users have blocked.
    func hear(_ news: ProfileNews) async throws { try await runtime.hear(news) }

    func beginDrain() { runtime.beginDrain() }

    /// The service looks at the leases.
    func scan() async {
        runtime.hub.scan()
        guard let shared = runtime.shared else { return }
        var isMore = true
        while isMore, let round = try? await shared.keeper.expire() {
            shared.note(round)
            isMore = round.isMore
        }
    }

    /// The service writes what has changed.
    @discardableResult
    func write() async -> Bool { await runtime.writer.write() == .written }

    /// The service takes out what it is about to write.
    func takeBatch() -> JournalBatch? {
        runtime.hub.withRoster { $0.takeBatch(1000, at: $1) }
    }

    func record(_ batch: JournalBatch?) async throws {
        try await store.record(#require(batch))
    }

    /// It could not be written.
    func putBack(_ batch: JournalBatch) {
        runtime.hub.withRoster { roster, _ in roster.putBack(batch) }
    }

    /// The instance ends as if its process was killed: the engine hears nothing more of it.
    func kill() { runtime.shared?.engine.close() }

    /// What Auth calls with.
    var asService: CallOptions {
        get throws { try options(ofService: "auth") }
    }

    func options(ofService name: String) throws -> CallOptions {
        var metadata = Metadata()
        try metadata.add("caller", text: "service \(name)")
        return CallOptions(metadata: metadata)
    }

    /// - Returns: when the user was erased.
    func erase(_ user: Person) async throws -> Int64 {
        try await peers.erasePresence(
            ErasePresenceRequest(userID: user.id), options: asService
        ).erasedAtMs
    }

    /// The wall clock goes on, and no lease ends.
    func pass(days: Int) async {
        for _ in 0..<days {
            clock.set(by: 86_400_000)
            await scan()
        }
    }

    /// Time passes, and the service looks at the leases as often as it does.
    func tick(seconds: Int) async {
        for _ in 0..<seconds * 2 {
            clock.advance(500)
            await scan()
        }
    }
}

/// The tables that stand in a folder, or that are in PostgreSQL for it.
func presenceStore(in folder: TemporaryDirectory) async throws -> PresenceStore {
    let location = try await TestEngine.location(folder.path + "/presence.sqlite")
    return try await blocking { try PresenceStore(location) { _ in } }
}

extension PresenceRuntime {
    /// Takes what Profile tells of blocks.
    func hear(_ news: ProfileNews) async throws {
        let lists = hub.apply(news)
        if shared == nil { try await hub.keep(lists, isCurrent: news.isCurrent, in: store) }
    }
}

extension PresenceHub {
    /// Whether it is known who is online, and watches were told so.
    var showsLeases: Bool {
        withRoster { roster, _ in
            guard let replica = roster.replica else { return true }
            return replica.isKnown && roster.watches.staleness.since == 0
                && !roster.watches.isFanningOut
        }
    }
}

/// Runs `body` with a server, and drains it afterwards.
///
/// - Parameters:
///   - endsInOrder: if not, the process ends as if it was killed.
///   - knowsBlocks: whether it has heard from Profile who has blocked whom.
func withPresenceServer(
    in folder: TemporaryDirectory? = nil, clock: TestClock = TestClock(),
    endsInOrder: Bool = true, configuration: PresenceConfiguration = PresenceConfiguration(),
    authenticator: any Authenticator = NamedCallers(), knowsBlocks: Bool = true,
    onDraining: @escaping @Sendable (Bool) -> Void = { _ in },
    _ body: (PresenceServer) async throws -> Void
) async throws {
    let folder = try folder ?? TemporaryDirectory()
    let store = try await presenceStore(in: folder)
    let engine = try TestLeases.engine(for: folder, clock, configuration)
    let runtime = try await PresenceRuntime(
        store: store, engine: engine, authenticator: authenticator, configuration: configuration,
        clock: clock.now,
        monotonicClock: clock.uptime, logger: .quiet)
    var adminHandler = runtime.adminHandler
    adminHandler.onDraining = onDraining
    let server = try TestServer(authenticator: authenticator) { router in
        router.add(runtime.handler)
        router.add(runtime.peerHandler)
        router.add(adminHandler)
    }
    let ticks = Task { await runtime.hub.keepTicks() }
    let sharing = Task { await runtime.shared?.run() }
    if runtime.shared != nil { try await eventually { runtime.hub.showsLeases } }
    if knowsBlocks { try await runtime.hear(ProfileNews(replaces: true, isCurrent: true)) }
    let outcome = await outcome {
        try await body(PresenceServer(runtime, store, server, clock))
    }
    ticks.cancel()
    await ticks.value
    runtime.beginDrain()
    await server.drain()
    sharing.cancel()
    await sharing.value
    engine?.close()
    if endsInOrder, engine == nil { await runtime.writer.finish() }
    try store.close()
    try outcome.get()
}
