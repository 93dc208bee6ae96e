import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ListReportsTests {
    @Test(arguments: [UInt32(1), 2, 0])
    func openReportsAreListedInPagesTheOldestFirst(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let reporter = try await server.user(named: "reporter")
            var users: [String] = []
            for name in ["anna", "berta", "clara", "dora"] {
                let user = try await server.user(named: name)
                server.clock.advance(1)
                try await reporter.report(.userID(user.id), .hate)
                users.append(user.id)
            }
            let all = try await server.operator.reports(pageSize: size)
            #expect(all.map(\.userID) == users)
            #expect(all.allSatisfy { $0.counts == [ReportCount(reason: .hate, count: 1)] })
            try await server.operator.decide(all[1].reportID)
            let left = try await server.operator.reports(pageSize: size)
            #expect(left.map(\.userID) == [users[0], users[2], users[3]])
        }
    }
}
