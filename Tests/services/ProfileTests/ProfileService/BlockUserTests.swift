import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct BlockUserTests {
    @Test func whoHasBlockedWhomNeitherFindsTheOther() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let clara = try await server.user(named: "clara")
            for user in [anna, berta] { _ = try await user.upload(TestPhoto.made(1)) }
            for key in [UserKey.Key.userID(berta.id), .displayName("BERTA")] {
                // The second time she does not find whom she blocks.
                for _ in 0..<2 { try await anna.block(key) }
                for (viewer, other, name) in [(anna, berta, "berta"), (berta, anna, "anna")] {
                    let calls: [() async throws -> Void] = [
                        { _ = try await viewer.profile(of: other.id) },
                        { _ = try await viewer.profile(named: name) },
                        { _ = try await viewer.download(other.id) },
                    ]
                    for call in calls {
                        #expect(try await failure(of: call).is(.notFound, .profileNotFound))
                    }
                    let keys = [UserKey.Key.userID(other.id), .displayName(name)]
                    #expect(try await viewer.batch(keys).profiles == [])
                    #expect(try await viewer.profile(of: viewer.id) != nil)
                    #expect(try await clara.profile(of: viewer.id) != nil)
                    // The name stays taken.
                    #expect(try await viewer.check(name).reasons == [.displayNameTaken])
                }
                try await anna.unblock(key)
                #expect(try await berta.profile(of: anna.id)?.photo != nil)
                #expect(try await anna.profile(named: "berta") != nil)
            }
        }
    }

    @Test func whoeverIsErasedLeavesNoBlock() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let clara = try await server.user(named: "clara")
            try await anna.block(.userID(berta.id))
            try await clara.block(.userID(anna.id))
            try await server.service.erase(anna.id)
            #expect(try await server.count("block") == 0)
            #expect(try await clara.blocked() == [])
            try await clara.block(.userID(anna.id))
            let late = try await failure { try await anna.block(.userID(clara.id)) }
            #expect(late.is(.notFound, .profileNotFound))
            #expect(try await server.count("block") == 0)
        }
    }

    @Test func whoeverMayBlockIsThereAndWhoIsBlockedNeedNotBe() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let stranger = try server.stranger()
            let error = try await failure { try await stranger.block(.userID(anna.id)) }
            #expect(error.is(.notFound, .profileNotFound))
            // The first call of a user who has just signed up makes their profile.
            try await server.service.hold("berta", for: stranger.id)
            try await stranger.block(.userID(anna.id))
            try await anna.block(.userID(try server.stranger().id))
            #expect(try await anna.blocked().map(\.displayName) == [""])
            try await anna.unblock(.displayName("nobody"))
        }
    }

    @Test func aUserBlocksOnlySoOften() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: { $0.limits["block.account"] = RateLimit(2, per: .seconds(3600)) }
        ) { server in
            let anna = try await server.user(named: "anna")
            let key = UserKey.Key.userID(try server.stranger().id)
            for _ in 0..<2 { try await anna.block(key) }
            let error = try await failure { try await anna.block(key) }
            #expect(error.is(.resourceExhausted, .tooManyAttempts))
        }
    }

    @Test func nobodyBlocksThemselvesNobodyOrWithoutEnd() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let wrong: [(UserKey.Key?, StatusCode, Reason)] = [
                (.userID(anna.id), .invalidArgument, .fieldMalformed),
                (.displayName("Anna"), .invalidArgument, .fieldMalformed),
                (nil, .invalidArgument, .fieldMissing),
                (.displayName("nobody"), .notFound, .profileNotFound),
            ]
            for (key, code, reason) in wrong {
                let error = try await failure { try await anna.block(key) }
                #expect(error.is(code, reason))
            }
            let (id, limit) = (try #require(UUIDv7(anna.id)), ProfileStore.blockLimit)
            let others = try (0..<limit).map { _ in try server.ids.next() }
            _ = try await server.store.write { transaction in
                let add = Command<UUIDv7, UUIDv7>(
                    "INSERT INTO block (userID, blockedID, createdAtMs) VALUES ($1, $2, 0)")
                for other in others { try transaction.run(add, id, other) }
            }
            let berta = try await server.user(named: "berta")
            let error = try await failure { try await anna.block(.userID(berta.id)) }
            #expect(error.is(.resourceExhausted, .tooMany))
            try await anna.unblock(.userID(others[0].description))
            try await anna.block(.userID(berta.id))
        }
    }
}
