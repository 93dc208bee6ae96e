import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct GetNameHistoryTests {
    @Test func aHistorySaysWhoHadTheNameFromWhenToWhenAndNotWhoWasErased() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let start = server.clock.now()
            var users: [Person] = []
            for index in 0..<3 {
                let user = try await server.user(named: "anna")
                users.append(user)
                server.clock.advance(1000)
                _ = try await user.rename(to: "other\(index)")
                server.clock.advance(ProfileStore.quarantineMs)
            }
            try await server.service.erase(users[1].id)
            let tenures = try await server.operator.history(of: "anna").tenures
            #expect(tenures.map(\.userID) == [users[2].id, "", users[0].id])
            #expect(tenures.last?.beganAtMs == start && tenures.last?.endedAtMs == start + 1000)
            #expect(tenures.filter { $0.endedAtMs - $0.beganAtMs == 1000 }.count == 2)
            // To the millisecond, the times would say that one user had both names.
            let left = try await server.operator.history(of: "other1").tenures + [tenures[1]]
            for tenure in left {
                #expect(
                    tenure.beganAtMs % TestClock.day == 0 && tenure.endedAtMs % TestClock.day == 0)
            }
            let last = try await server.operator.history(of: "other1")
            #expect(last.tenures.map(\.userID) == [""] && last.tenures[0].endedAtMs != 0)
            let erased = try #require(UUIDv7(users[1].id))
            let mentions = try await server.mentions(of: erased)
            #expect(mentions == ["change.userid", "eraseduser.userid"])

            let holder = try server.stranger()
            try await server.service.hold("held", for: holder.id)
            #expect(
                try await server.operator.history(of: "held")
                    == GetNameHistoryResponse(heldForUserID: holder.id))
            #expect(
                try await server.operator.history(of: "nobody") == GetNameHistoryResponse())
        }
    }

    @Test(arguments: [UInt32(1), 2, 3, 4, 500])
    func theHistoryIsReadInPages(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let users = [try await server.namelessUser(), try await server.namelessUser()]
            for turn in 0..<7 {
                _ = try await server.operator.setName(of: .userID(users[turn % 2].id), to: "anna")
                guard turn < 6 else { break }
                _ = try await server.operator.removeName(of: .displayName("anna"))
            }
            let tenures = try await server.operator.allPages {
                let request = GetNameHistoryRequest(
                    displayName: "anna", pageSize: size, pageToken: $0)
                let page = try await server.operator.administration.getNameHistory(
                    request, options: server.operator.options())
                #expect(page.tenures.count <= Int(size))
                return (page.tenures, page.nextPageToken)
            }
            #expect(tenures.map(\.number) == [7, 6, 5, 4, 3, 2, 1])
            #expect(tenures == (try await server.operator.history(of: "anna").tenures))
        }
    }
}
