import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct RemoveTakeDownNoticesTests {
    @Test func whatIsNoIdOfANoticeIsRefusedAndRemovesNothing() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await server.takeDown(1)
            let auth = server.service
            let notice = try #require(try await auth.allNotices().first).noticeID
            for bad in ["", "x", notice + "0"] {
                let removal = try await failure { try await auth.removeNotices([notice, bad]) }
                #expect(removal.is(.invalidArgument, .fieldMalformed))
            }
            let many = Array(repeating: notice, count: 501)
            let removal = try await failure { try await auth.removeNotices(many) }
            #expect(removal.is(.invalidArgument, .tooMany))
            #expect(try await auth.allNotices().count == 1)
        }
    }
}
