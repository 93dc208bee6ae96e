import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.serialized) struct HoldDisplayNameTests {
    @Test func aHeldNameIsTakenForOthers() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = try (server.stranger(), server.stranger())
            try await server.service.hold("Same", for: anna.id)
            let error = try await failure { try await server.service.hold("same", for: berta.id) }
            #expect(error.is(.alreadyExists, .displayNameTaken))
            #expect(error.detail(ErrorInfo.self)?.violations.first?.field == "display_name")
        }
    }

    @Test func aHoldIsItsOwnersAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = try (server.stranger(), server.stranger())
            try await server.service.hold("anna", for: anna.id)
            let confirming = try await failure { try await server.service.confirm(berta.id) }
            #expect(confirming.is(.notFound, .holdNotFound))
            try await server.service.release(berta.id)
            let holding = try await failure {
                try await server.service.hold("anna", for: server.stranger().id)
            }
            #expect(holding.is(.alreadyExists, .displayNameTaken))
            for _ in 0..<2 { try await server.service.confirm(anna.id) }
            #expect(try await server.service.resolve("anna") == anna.id)
        }
    }

    @Test func theSameHoldAgainIsNoError() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            for _ in 0..<3 { try await server.service.hold("anna", for: anna.id) }
            try await server.service.confirm(anna.id)
            try await server.service.hold("anna", for: anna.id)
            #expect(try await anna.profile(of: anna.id)?.displayName == "anna")
        }
    }

    @Test func anotherHoldReplacesTheFirst() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = try (server.stranger(), server.stranger())
            try await server.service.hold("first", for: anna.id)
            try await server.service.hold("second", for: anna.id)
            try await server.service.hold("first", for: berta.id)
            let error = try await failure { try await server.service.hold("first", for: anna.id) }
            #expect(error.is(.alreadyExists, .displayNameTaken))
            // The hold that was there before the one that failed is there still.
            try await server.service.confirm(anna.id)
            #expect(try await anna.profile(of: anna.id)?.displayName == "second")
        }
    }

    @Test func whoHasANameHoldsNoOther() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let error = try await failure { try await server.service.hold("other", for: anna.id) }
            #expect(error.code == .failedPrecondition)
            #expect(try await anna.profile(of: anna.id)?.displayName == "anna")
        }
    }

    @Test func aNameThatBreaksRulesIsRefusedWithAllOfThem() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let id = try server.stranger().id
            let error = try await failure { try await server.service.hold(".", for: id) }
            #expect(
                error.is(
                    .invalidArgument, .displayNameTooShort, .displayNameLeadingPeriod,
                    .displayNameTrailingPeriod))
        }
    }

    @Test(arguments: [
        "../../etc/passwd", "0", "not-a-uuid", "00000000-0000-0000-0000-000000000000",
        "01890a5d-ac96-774b-bcce-b302099a8057/..", "{01890a5d-ac96-774b-bcce-b302099a8057}",
    ])
    func anIdThatIsNoneIsRefused(_ id: String) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let error = try await failure { try await server.service.hold("anna", for: id) }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func ofAHundredHoldsOfOneNameExactlyOneWins() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let names = (0..<100).map { number in
                String(
                    "racing".enumerated().map { index, letter in
                        number >> index & 1 == 1 ? Character(letter.uppercased()) : letter
                    })
            }
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for name in names {
                    let id = try server.stranger().id
                    group.addTask {
                        do {
                            try await server.service.hold(name, for: id)
                            return true
                        } catch let error as RPCError {
                            #expect(error.is(.alreadyExists, .displayNameTaken))
                            return false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
        }
    }
}
