import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ListBlockedUsersTests {
    @Test(arguments: [UInt32(1), 2, 0])
    func theBlockedAreListedInPages(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            var others = [try await server.namelessUser()]
            for number in 0..<4 { others.append(try await server.user(named: "user\(number)")) }
            for other in others.reversed() { try await anna.block(.userID(other.id)) }
            let listed = try await anna.blocked(pageSize: size)
            #expect(listed.map(\.userID) == others.map(\.id))
            #expect(listed.map(\.displayName) == ["", "user0", "user1", "user2", "user3"])
        }
    }

    @Test func theListNeedsAToken() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let error = try await failure {
                _ = try await server.anyone.listBlockedUsers(ListBlockedUsersRequest())
            }
            #expect(error.code == .unauthenticated)
        }
    }
}
