import Foundation
import Metrics
import MetricsTestKit
import RollcallAPI
import RollcallCrypto
import TestPostgreSQL
import Testing

@testable import Auth

@Suite struct SessionMetricsTests {
    @Test func everyOutcomeAndReasonIsCountedUnderItsOwnName() throws {
        let backend = TestMetrics()
        let metrics = SessionMetrics(factory: backend)
        for refresh in SessionMetrics.Refresh.allCases { metrics.refreshes.count(refresh) }
        let reasons = AccountSession.EndReason.allCases
        metrics.countRevocations(for: reasons)
        metrics.ended.count(.newEpoch, by: 7)
        metrics.watchers.set(3)
        for refresh in SessionMetrics.Refresh.allCases {
            let counter = try backend.expectCounter(
                "auth.refreshes", [("outcome", refresh.rawValue)])
            #expect(counter.totalValue == 1)
        }
        for reason in reasons {
            let counter = try backend.expectCounter(
                "auth.sessions.ended", [("reason", reason.rawValue)])
            #expect(counter.totalValue == (reason == .newEpoch ? 8 : 1))
        }
        #expect(try backend.expectCounter("auth.revocations").totalValue == reasons.count)
        #expect(try backend.expectMeter("auth.revocations.watchers").lastValue == 3)
    }

    @Test func theStoreCountsWhatItDoes() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "rollcall-auth-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let backend = TestMetrics()
        let store = try await blocking {
            try AuthStore(.file(directory + "/auth.sqlite"), metrics: backend) { _ in }
        }
        try await store.start()
        let id = try UUIDv7Generator(clock: { 1 }).next()
        try await store.write { try $0.revoke(id, reason: .revoked, now: 1) }
        let ended = try backend.expectCounter("auth.sessions.ended", [("reason", "revoked")])
        #expect(ended.totalValue == 1)
        let follower = try store.feed.followers.enter(
            .init(caller: .service("auth"), userID: nil))
        let watchers = try backend.expectMeter("auth.revocations.watchers")
        #expect(watchers.lastValue == 1)
        store.feed.followers.leave(follower)
        #expect(watchers.lastValue == 0)
        try await blocking { try store.close() }
    }
}
