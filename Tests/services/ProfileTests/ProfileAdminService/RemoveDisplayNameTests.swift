import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct RemoveDisplayNameTests {
    @Test func aNameThatWasTakenAwayIsNobodysForAMonth() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna")
            let made = server.clock.now()
            server.clock.advance(500)
            for _ in 0..<2 {
                let id = try await server.operator.removeName(
                    of: .userID(anna.id), because: "a slur")
                #expect(id == anna.id)
            }
            #expect(try await anna.profile(of: anna.id)?.displayName == "")
            for other in [anna, try server.stranger()] {
                #expect(try await other.check("anna").reasons == [.displayNameTaken])
            }
            let month = ProfileStore.quarantineMs
            #expect(
                try await server.operator.history(of: "anna")
                    == GetNameHistoryResponse(
                        tenures: [
                            NameTenure(
                                number: 1, userID: anna.id, displayName: "Anna", beganAtMs: made,
                                endedAtMs: server.clock.now(), takenReason: "a slur")
                        ], quarantineEndsAtMs: server.clock.now() + month))
            // Another one is the user's at once.
            #expect(try await anna.rename(to: "berta")?.displayName == "berta")
            server.clock.advance(month)
            #expect(try await anna.check("anna").isAvailable)
        }
    }
}
