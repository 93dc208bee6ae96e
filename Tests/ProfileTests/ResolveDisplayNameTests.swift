import RollcallAPI
import RollcallRPC
import Testing

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

    @Test func aNameThatNobodyHasAndOneThatNobodyCanHaveAnswerAlike() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await server.service.hold("held", for: server.stranger().id)
            let long = String(repeating: "x", count: 4096)
            for name in ["nobody", "held", "", "..", "\u{430}nna", "' OR 1=1 --", "%", long] {
                let error = try await failure { _ = try await server.service.resolve(name) }
                #expect(error.is(.notFound, .profileNotFound))
                #expect(error.message == "there is no such profile")
            }
        }
    }
}
