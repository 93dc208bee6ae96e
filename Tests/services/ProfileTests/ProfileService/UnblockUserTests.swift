import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct UnblockUserTests {
    @Test func eachEndsTheirOwnBlockAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            try await anna.block(.userID(berta.id))
            // Also the one who is blocked may block, but learns nothing thereby.
            let hidden = try await failure { try await berta.block(.displayName("anna")) }
            #expect(hidden.is(.notFound, .profileNotFound))
            try await berta.block(.userID(anna.id))
            #expect(try await anna.blocked() == [NamedUser(userID: berta.id)])
            try await anna.unblock(.displayName("BERTA"))
            let error = try await failure { _ = try await anna.profile(of: berta.id) }
            #expect(error.is(.notFound, .profileNotFound))
            #expect(try await anna.blocked() == [])
            #expect(
                try await berta.blocked() == [NamedUser(userID: anna.id, displayName: "anna")])
        }
    }

    @Test func aRequestThatNamesNobodyIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for (key, reason) in [
                (nil, Reason.fieldMissing), (.userID(""), .fieldMissing),
                (.userID("x"), .fieldMalformed),
            ] as [(UserKey.Key?, Reason)] {
                let error = try await failure { try await anna.unblock(key) }
                #expect(error.is(.invalidArgument, reason))
            }
            let stranger = try await failure {
                _ = try await server.anyone.unblockUser(
                    UnblockUserRequest(user: .id(anna.id)))
            }
            #expect(stranger.code == .unauthenticated)
        }
    }
}
