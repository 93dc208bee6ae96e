import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ResolveDisplayNameTests {
    @Test func aNameLeadsToItsUserInAnyCase() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna.K")
            _ = try await server.user(named: "berta")
            for name in ["Anna.K", "anna.k", "ANNA.K"] {
                #expect(try await server.service.resolve(name) == anna.id)
            }
            _ = try await anna.rename(to: "clara")
            #expect(try await server.service.resolve("Clara") == anna.id)
        }
    }

    /// Auth knows whether the holder has an account.
    @Test func aNameThatIsHeldLeadsToItsUserToo() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("Held", for: anna.id)
            #expect(try await server.service.resolve("held") == anna.id)
            try await server.service.release(anna.id)
            let error = try await failure { _ = try await server.service.resolve("held") }
            #expect(error.is(.notFound, .profileNotFound))
        }
    }

    @Test func aNameThatNobodyHasAndOneThatNobodyCanHaveAnswerAlike() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let long = String(repeating: "x", count: 4000)
            for name in ["nobody", "", "..", "\u{430}nna", "' OR 1=1 --", "%", long] {
                let error = try await failure { _ = try await server.service.resolve(name) }
                #expect(error.is(.notFound, .profileNotFound))
                #expect(error.message == "there is no such profile")
            }
        }
    }
}
