import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ReleaseDisplayNameTests {
    @Test func aReleasedNameIsFree() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = try (server.stranger(), server.stranger())
            try await server.service.hold("name", for: anna.id)
            try await server.service.release(anna.id)
            try await server.service.release(anna.id)
            try await server.service.hold("NAME", for: berta.id)
        }
    }

    @Test func aUserWithoutAHoldIsNoError() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await server.service.release(server.stranger().id)
        }
    }

    @Test func aConfirmedNameIsNotTouched() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await server.service.release(anna.id)
            #expect(try await anna.profile(of: anna.id)?.displayName == "anna")
            try await server.service.confirm(anna.id)
        }
    }

    /// Auth was killed after it had sent the hold, and its successor's release came first.
    @Test func aHoldThatComesAfterItsReleaseTakesNoName() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = try (server.stranger(), server.stranger())
            try await server.service.release(anna.id)
            let error = try await failure { try await server.service.hold("name", for: anna.id) }
            #expect(error.is(.notFound, .holdNotFound))
            try await server.service.hold("name", for: berta.id)
        }
    }

    @Test func releasesAreForgottenWhenNoHoldCanStillCome() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            for _ in 0..<3 { try await server.service.release(server.stranger().id) }
            server.clock.advance(24 * 60 * 60 * 1000 + 1)
            try await server.service.release(server.stranger().id)
            let isMore = try await server.store.forgetExpired(
                limit: 10, reportBytes: .max, now: server.clock.now())
            #expect(!isMore)
            #expect(try await server.count("releasedUser") == 1)
        }
    }
}
