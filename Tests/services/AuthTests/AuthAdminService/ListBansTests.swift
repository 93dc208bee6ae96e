import Foundation
import RollcallAPI
import RollcallRPC
import Storage
import Testing

@testable import Auth

@Suite struct ListBansTests {
    @Test func whoIsRefusedNowIsListedWithoutAName() async throws {
        try await withBans { world in
            _ = try await world.newUser("anna")
            #expect(try await world.bans().isEmpty)
            await world.failToSignIn("anna@example.com", times: 2)
            #expect(try await world.bans().isEmpty)
            await world.failToSignIn("anna@example.com", times: 1)
            let bans = try await world.bans()
            #expect(bans.map(\.limit) == ["account"])
            #expect(bans.first?.endsAtMs == world.clock.now() + 300_000)
            let id = try #require(bans.first?.banID)
            #expect(id.hasPrefix("account/") && !id.contains("anna"))
            world.clock.advance(.seconds(300))
            #expect(try await world.bans().isEmpty)
        }
    }

    @Test func theyComeByPagesAndOutliveARestart() async throws {
        try await withBans { world in
            for index in 0..<7 {
                await world.failToSignIn("user\(index)@example.com", times: 3)
            }
            try await world.stop()
            try await world.start { $0.limits.narrowForBans() }
            var request = ListBansRequest(pageSize: 2)
            var ids: [String] = []
            repeat {
                let page = try await world.asOperator.listBans(request)
                ids += page.bans.map(\.banID)
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty
            #expect(Set(ids).count == 7 && ids.count == 7)
        }
    }

    /// Another version of Auth may have had limits of other names.
    @Test func aMeterOfALimitThatThereIsNoMoreEndsNoPage() async throws {
        try await withBans { world in
            for index in 0..<3 { await world.failToSignIn("user\(index)@example.com", times: 3) }
            for index in 0..<3 {
                try await world.auth.store.run(
                    Command<String, [UInt8], Int64>(
                        "INSERT INTO meter (limitName, key, dueAtMs) VALUES ($1, $2, $3)"),
                    "a\(index)", Array(repeating: 1, count: 16), .max)
            }
            let page = try await world.asOperator.listBans(ListBansRequest(pageSize: 2))
            #expect(page.bans.count == 2 && !page.nextPageToken.isEmpty)
        }
    }
}
