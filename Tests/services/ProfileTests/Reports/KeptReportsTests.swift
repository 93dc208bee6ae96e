import MetricsTestKit
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized, .onEachEngine) struct KeptReportsTests {
    /// Reports users who then have another photo.
    ///
    /// - Returns: the reports and their photos' bytes, in the order of `sizes`.
    private func reports(
        withPhotosOf sizes: [Int], _ server: ProfileServer
    ) async throws -> [(id: String, photo: [UInt8])] {
        let reporter = try await server.user(named: "reporter")
        var photos: [[UInt8]] = []
        for (number, size) in sizes.enumerated() {
            let user = try await server.user(named: "user\(number)")
            photos.append(TestPhoto.made(UInt8(number + 1), dataSize: size))
            _ = try await user.upload(photos[number])
            try await reporter.report(.userID(user.id))
            try await user.deletePhoto()
            server.clock.advance(1)
        }
        return zip(try await server.operator.reports().map(\.reportID), photos).map { ($0, $1) }
    }

    private func bound(_ server: ProfileServer) async throws {
        let bytes = server.runtime.expiredNames.reportBytes
        while try await server.store.forgetExpired(
            limit: 1, reportBytes: bytes, now: server.clock.now())
        {}
        try await server.collected()
    }

    @Test func theLargestPhotosAreDroppedAboveTheBound() async throws {
        try await withProfileServer(configure: { $0.reportPhotoBytes = 6_000 }) { server in
            let reports = try await reports(withPhotosOf: [1_000, 8_000, 3_000], server)
            let shown = try await server.user(named: "shown")
            let kept = TestPhoto.made(9, dataSize: 20_000)
            _ = try await shown.upload(kept)
            try await server.user(named: "another").report(.userID(shown.id))

            try await bound(server)
            for (index, report) in reports.enumerated() {
                let (details, photo) = try await server.operator.details(of: report.id)
                #expect(photo == (index == 1 ? [] : report.photo))
                #expect((details.profile?.photo == nil) == (index == 1))
            }
            // A photo that a profile still has costs nothing more.
            #expect(try await server.operator.reports().count == 4)
            #expect(try await server.stored.ids().count == 3)
            let metrics = TestMetrics()
            await NoticeMetrics(store: server.store, clock: server.clock.now, metrics).measure()
            let bytes = try metrics.expectMeter("profile.reports.photo.bytes").lastValue
            #expect(bytes == Double(reports[0].photo.count + reports[2].photo.count))
            try await server.operator.decide(reports[1].id)
        }
    }

    @Test func aReportThatNobodyDecidesEndsAfterNinetyDays() async throws {
        try await withProfileServer { server in
            let old = try await reports(withPhotosOf: [1_000], server)
            server.clock.advance(.seconds(90 * 86_400 - 10))
            try await bound(server)
            #expect(try await server.operator.reports().map(\.reportID) == old.map(\.id))
            let new = try await server.user(named: "new")
            _ = try await new.upload(TestPhoto.made(7))
            try await server.user(named: "late").report(.userID(new.id))
            server.clock.advance(.seconds(20))
            try await bound(server)
            #expect(try await server.operator.reports().map(\.userID) == [new.id])
            #expect(try await server.stored.ids().count == 1)
            // As decided ones, which are forgotten after 30 days.
            #expect(try await server.count("report") == 1)
        }
    }
}
