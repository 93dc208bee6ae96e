import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ListTakeDownNoticesTests {
    @Test func noticesAreListedByPagesAndStayUntilTheyAreRemoved() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await server.takeDown(5)
            let auth = server.service
            let notices = try await auth.allNotices()
            #expect(notices.map(\.reason) == ["0", "1", "2", "3", "4"])
            #expect(notices.allSatisfy { $0.fields == [.bio] })
            #expect(try await auth.allNotices() == notices)
            #expect(try await server.store.waitingNotices().count == 5)

            // Again, and with one that was never there.
            let unknown = try server.ids.next().description
            for _ in 0..<2 {
                try await auth.removeNotices(notices[1...2].map(\.noticeID) + [unknown])
            }
            #expect(try await auth.allNotices().map(\.reason) == ["0", "3", "4"])
            let waiting = try await server.store.waitingNotices()
            #expect(waiting.count == 3)
            #expect(waiting.oldest == UUIDv7(notices[0].noticeID)?.milliseconds)
            try await auth.removeNotices([])
            try await auth.removeNotices(notices.map(\.noticeID))
            #expect(try await server.store.waitingNotices() == (0, nil))
        }
    }

    @Test func onlyAuthReadsAndRemovesThem() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await server.takeDown(1)
            let notice = try #require(try await server.service.allNotices().first).noticeID
            for caller in [try server.stranger(), Person(server, "service games")] {
                for call in [
                    { _ = try await caller.allNotices() },
                    { try await caller.removeNotices([notice]) },
                ] as [() async throws -> Void] {
                    #expect(try await failure(of: call).code == .permissionDenied)
                }
            }
            #expect(try await server.service.allNotices().count == 1)
        }
    }
}
