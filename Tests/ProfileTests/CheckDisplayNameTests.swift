import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Profile

@Suite(.serialized, .onEachEngine) struct CheckDisplayNameTests {
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

    @Test func checkingNamesIsLimited() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: { $0.nameChecks = RateLimit(3, per: .seconds(3600)) }
        ) { server in
            let request = CheckDisplayNameRequest(displayName: "anna")
            for _ in 0..<3 { _ = try await server.anyone.checkDisplayName(request) }
            let error = try await failure {
                _ = try await server.anyone.checkDisplayName(request)
            }
            #expect(error.code == .resourceExhausted)
            #expect(error.reasons == [.tooManyAttempts])
            #expect((error.detail(ErrorInfo.self)?.retryAfterMs ?? 0) > 1_000_000)
            // A user has no budget beside that of the address; Auth asks for many.
            let user = try server.stranger()
            let refused = try await failure { try await user.check("anna") }
            #expect(refused.code == .resourceExhausted)
            for _ in 0..<9 { try await server.service.check("anna") }
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
