import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct GetReportTests {
    @Test func aReportHasTheProfileItsPhotoAndWhoeverReportedIt() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (berta, report) = try await server.reported()
            let clara = try await server.user(named: "clara")
            server.clock.advance(1000)
            try await clara.report(.userID(berta.id), .harassment, note: "rude")
            let (details, photo) = try await server.operator.details(of: report)
            #expect(details.profile?.userID == berta.id && details.profile?.bio == "buy")
            #expect(photo == TestPhoto.made(1))
            #expect(details.remaining == DecideReportTests.all)
            #expect(details.entries.map(\.reason) == [.spam, .harassment])
            #expect(details.entries.last?.reporterUserID == clara.id)
            #expect(details.entries.last?.note == "rude")
        }
    }

    @Test func whatIsNoReportIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (berta, report) = try await server.reported()
            for (id, code, reason) in [
                ("", StatusCode.invalidArgument, Reason.fieldMissing),
                ("x", .invalidArgument, .fieldMalformed),
                (report + "0", .invalidArgument, .fieldMalformed),
                (berta.id, .notFound, .reportNotFound),
            ] {
                let error = try await failure { _ = try await server.operator.details(of: id) }
                #expect(error.is(code, reason))
            }
        }
    }
}
