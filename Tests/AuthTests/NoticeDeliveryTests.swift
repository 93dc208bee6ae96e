import Foundation
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestPostgreSQL
import Testing

@testable import Auth
@testable import Profile

/// Notices from Profile's store to Auth's mail.
@Suite(.onEachEngine) struct NoticeDeliveryTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Profile's tables, where Anna's display name was taken away.
    private func storeWithNotice(
        _ world: AuthWorld, in directory: String
    ) async throws -> ProfileStore {
        let location = try await TestEngine.location(directory + "/notices.sqlite")
        let store = try await blocking { try ProfileStore(location) { _ in } }
        let user = try #require(UUIDv7(try await world.annaID()))
        let now = world.clock.now()
        try await store.hold(DisplayName("anna"), for: user, now: now)
        try await store.confirm(user, now: now)
        let taken = try TakenFields(
            [.displayName], field: "fields", reason: "a brand", allowsPhoto: false)
        _ = try await store.takeDown(
            taken, of: .id(user), notice: UUIDv7Generator(clock: world.clock.now).next(), now: now)
        return store
    }

    private func sender(
        _ store: ProfileStore, to auth: any RPCClient, _ world: AuthWorld
    ) -> NoticeSender {
        var pace = NoticePace()
        pace.lease = .milliseconds(100)
        pace.poll = .milliseconds(20)
        return NoticeSender(
            store: store, auth: AuthServiceClient(auth), pace: pace, clock: world.clock.now,
            logger: Self.quiet)
    }

    @Test func aCrashBetweenTheMailAndTheRemovalOfTheNoticeIsOneMail() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "rollcall-notices-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            let store = try await storeWithNotice(world, in: directory)
            // Hands the notice on, and its answer comes to nobody.
            let handedOn = Atomic(0)
            let auth = AuthServiceClient(world.auth.operatorConnection)
            var router = Router()
            router.unary(AuthServiceMethods.sendTakeDownNotice) { notice, _ in
                _ = try await auth.sendTakeDownNotice(notice)
                handedOn.wrappingAdd(1, ordering: .relaxed)
                try await Task.sleep(for: .seconds(60))
                return SendTakeDownNoticeResponse()
            }
            let relay = try Server(
                router: router, authenticator: OperatorOfRelay(), configuration: .patient,
                logger: Self.quiet)
            let first = sender(store, to: relay.clientInMemory(), world)
            let crash = Task { await first.run() }
            while handedOn.load(ordering: .relaxed) == 0 {
                try await Task.sleep(for: .milliseconds(2))
            }
            crash.cancel()
            await crash.value
            #expect(try await store.waitingNotices().count == 1)

            let second = sender(store, to: world.auth.operatorConnection, world)
            let work = Task { await second.run() }
            for _ in 0..<2000 where try await store.waitingNotices().count > 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(try await store.waitingNotices().count == 0)
            let mails = try await world.mails(.profileTakenDown)
            #expect(mails.map(\.recipient) == ["anna@example.com"])
            work.cancel()
            await work.value
            await relay.drain()
            try await blocking { try store.close() }
        }
    }
}

private struct OperatorOfRelay: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller { .operator }
}
