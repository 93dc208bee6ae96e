import RollcallAPI
import Testing

@Suite(.serialized) struct CheckDisplayNameTests {
    @Test func aFreeNameIsAvailable() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "anna"))
            #expect(answer == CheckDisplayNameResponse(available: true))
        }
    }

    @Test func aNameThatIsHeldOrHadIsTakenInAnyCase() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            _ = try await server.user(named: "Anna")
            try await server.service.hold("Berta", for: server.stranger().id)
            for name in ["Anna", "aNNA", "BERTA", "berta"] {
                let answer = try await server.anyone.checkDisplayName(.init(displayName: name))
                #expect(answer == CheckDisplayNameResponse(reasons: [.displayNameTaken]))
            }
        }
    }

    @Test func everyBrokenRuleIsAnswered() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "."))
            #expect(!answer.available)
            #expect(
                answer.reasons == [
                    .displayNameTooShort, .displayNameLeadingPeriod, .displayNameTrailingPeriod,
                ])
        }
    }
}
