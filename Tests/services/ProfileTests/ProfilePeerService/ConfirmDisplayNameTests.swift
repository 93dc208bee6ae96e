import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.serialized) struct ConfirmDisplayNameTests {
    @Test func aConfirmedHoldIsAProfile() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna")
            let profile = try await anna.profile(of: anna.id)
            #expect(
                profile?.asOthersSeeIt
                    == Profile(
                        userID: anna.id, displayName: "Anna", createdAtMs: server.clock.now(),
                        updatedAtMs: server.clock.now()))
        }
    }

    @Test func confirmingAgainChangesNothing() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna")
            let before = try await anna.profile(of: anna.id)
            server.clock.advance(1000)
            try await server.service.confirm(anna.id)
            #expect(try await anna.profile(of: anna.id) == before)
        }
    }

    @Test func withoutAHoldThereIsNothingToConfirm() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            let error = try await failure { try await server.service.confirm(anna.id) }
            #expect(error.is(.notFound, .holdNotFound))
        }
    }

    @Test func afterAReleaseThereIsNothingToConfirm() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("anna", for: anna.id)
            try await server.service.release(anna.id)
            let error = try await failure { try await server.service.confirm(anna.id) }
            #expect(error.is(.notFound, .holdNotFound))
        }
    }
}
