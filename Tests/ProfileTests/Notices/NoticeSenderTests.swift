import MetricsTestKit
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Profile

/// Notices on their way to Auth.
@Suite(.serialized, .onEachEngine) struct NoticeSenderTests {
    /// Runs `body` with a Profile that sends to an Auth, and somebody who has a bio.
    private func withSender(
        _ body: @escaping (ProfileServer, NoticeTaker, Person) async throws -> Void
    ) async throws {
        let taker = NoticeTaker()
        try await taker.serving { auth in
            try await withProfileServer(
                blobs: MemoryBlobs(), auth: auth, configure: { $0.notices = .fast }
            ) { server in
                try await body(server, taker, server.user(named: "anna"))
            }
        }
    }

    private func takeDown(
        from user: Person, because reason: String, _ server: ProfileServer
    ) async throws {
        try await user.update(UpdateProfileRequest(bio: "buy"))
        try await server.operator.takeDown([.bio], of: .userID(user.id), because: reason)
    }

    private func isDone(_ server: ProfileServer) async throws -> Bool {
        try await server.handler.waitingNotices() == 0
    }

    @Test func authHearsOfEveryTakeDownOnce() async throws {
        try await withSender { server, taker, anna in
            for number in 0..<5 { try await takeDown(from: anna, because: "\(number)", server) }
            try await eventually { try await isDone(server) }
            let taken = taker.taken
            #expect(taken.map(\.reason) == (0..<5).map(String.init))
            #expect(taken.allSatisfy { $0.userID == anna.id && $0.fields == [.bio] })
            #expect(Set(taken.map(\.noticeID)).count == 5)
            #expect(UUIDv7(taken[0].noticeID)?.milliseconds == server.clock.now)
        }
    }

    @Test(arguments: [
        StatusCode.unavailable, .deadlineExceeded, .permissionDenied, .unauthenticated,
        .unimplemented,
    ])
    func whileAuthIsAwayOrRefusesUsTakeDownsSucceedAndNoticesWait(
        _ code: StatusCode
    ) async throws {
        try await withSender { server, taker, anna in
            taker.setConduct { _ in throw RPCError(code, "no") }
            for number in 0..<3 { try await takeDown(from: anna, because: "\(number)", server) }
            #expect(try await anna.profile(of: anna.id)?.bio == "")
            try await eventually { taker.calls >= 5 }
            #expect(try await server.handler.waitingNotices() == 3)
            #expect(taker.taken == [])
            taker.setConduct { _ in }
            try await eventually { try await isDone(server) }
            #expect(taker.taken.map(\.reason) == ["0", "1", "2"])
        }
    }

    @Test func aNoticeThatAuthRefusesHoldsUpNoOther() async throws {
        try await withSender { server, taker, anna in
            taker.setConduct { notice in
                guard notice.reason == "0" else { return }
                throw RPCError(.invalidArgument, "no")
            }
            for number in 0..<3 { try await takeDown(from: anna, because: "\(number)", server) }
            // A notice is removed a moment after Auth has it.
            try await eventually { try await server.handler.waitingNotices() == 1 }
            #expect(taker.taken.map(\.reason) == ["1", "2"])
            let calls = taker.calls
            try await eventually { taker.calls > calls }
            taker.setConduct { _ in }
            try await eventually { try await isDone(server) }
            #expect(taker.taken.last?.reason == "0")
        }
    }

    /// As when the process dies between the answer and the removal: Auth knows the notice by its id.
    @Test func aNoticeWhoseAnswerIsLostIsSentAgainAsTheSame() async throws {
        try await withSender { server, taker, anna in
            let seen = SeenIDs()
            taker.setConduct { notice in
                if await seen.note(notice.noticeID) == 1 { throw RPCError(.unavailable, "lost") }
            }
            try await takeDown(from: anna, because: "spam", server)
            try await eventually { try await isDone(server) }
            #expect(await seen.counts.values.sorted() == [2])
        }
    }

    @Test func ofSeveralInstancesOneSendsANotice() async throws {
        try await withSender { server, taker, anna in
            taker.setConduct { _ in try await Task.sleep(for: .milliseconds(5)) }
            try await taker.serving { auth in
                let others = (0..<3).map { _ in
                    NoticeSender(
                        store: server.store, auth: auth, pace: .fast,
                        clock: { server.clock.now }, logger: .quiet)
                }
                let work = Task {
                    await withDiscardingTaskGroup { group in
                        for other in others { group.addTask { await other.run() } }
                    }
                }
                for number in 0..<10 {
                    try await takeDown(from: anna, because: "\(number)", server)
                }
                try await eventually { try await isDone(server) }
                #expect(taker.taken.count == 10)
                #expect(Set(taker.taken.map(\.noticeID)).count == 10)
                work.cancel()
                await work.value
            }
        }
    }

    /// Its lease does not hold up the one that is started next.
    @Test func aSenderThatIsStoppedGivesTheNoticeBack() async throws {
        let taker = NoticeTaker()
        try await taker.serving { auth in
            try await withProfileServer(blobs: MemoryBlobs()) { server in
                let anna = try await server.user(named: "anna")
                try await takeDown(from: anna, because: "spam", server)
                taker.setConduct { _ in try await Task.sleep(for: .seconds(60)) }
                let sender = NoticeSender(
                    store: server.store, auth: auth, pace: .fast, clock: { server.clock.now },
                    logger: .quiet)
                let work = Task { await sender.run() }
                try await eventually { taker.calls == 1 }
                #expect(try await server.store.leaseNotice(600_000) == nil)
                work.cancel()
                await work.value
                #expect(try await server.store.leaseNotice(600_000)?.notice.reason == "spam")
            }
        }
    }

    @Test func withoutAuthNoticesWaitAndAreCounted() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(), configure: { $0.notices = .fast }
        ) { server in
            let anna = try await server.user(named: "anna")
            for _ in 0..<2 { try await takeDown(from: anna, because: "spam", server) }
            server.clock.advance(90_000)
            let metrics = TestMetrics()
            let sender = NoticeSender(
                store: server.store, auth: nil, pace: .fast, clock: { server.clock.now },
                logger: .quiet, metrics: metrics)
            let work = Task { await sender.run() }
            let waiting = try metrics.expectMeter("profile.notices.waiting")
            let age = try metrics.expectMeter("profile.notices.age")
            try await eventually { waiting.lastValue == 2 && age.lastValue == 90 }
            for _ in 0..<2 {
                let leased = try #require(try await server.store.leaseNotice(600_000))
                try await server.store.removeNotice(leased.notice.id)
            }
            try await eventually { waiting.lastValue == 0 && age.lastValue == 0 }
            work.cancel()
            await work.value
        }
    }
}

/// How often each notice came.
private actor SeenIDs {
    private(set) var counts: [String: Int] = [:]

    func note(_ id: String) -> Int {
        counts[id, default: 0] += 1
        return counts[id, default: 0]
    }
}
