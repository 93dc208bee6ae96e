import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.serialized) struct UpdateProfileTests {
    @Test func aRenameTakesTheNewName() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let made = server.clock.now()
            server.clock.advance(500)
            let profile = try await anna.rename(to: "Berta")
            #expect(
                profile?.asOthersSeeIt
                    == Profile(
                        userID: anna.id, displayName: "Berta", createdAtMs: made,
                        updatedAtMs: made + 500))
            #expect(try await anna.profile(named: "berta") == profile)
            let error = try await failure { _ = try await anna.profile(named: "anna") }
            #expect(error.is(.notFound, .profileNotFound))
        }
    }

    @Test func aChangeOfCaseAloneIsAllowed() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            #expect(try await anna.rename(to: "ANNA")?.displayName == "ANNA")
            #expect(try await anna.profile(named: "anna")?.displayName == "ANNA")
        }
    }

    @Test func aNameThatIsTakenOrHeldIsRefusedAndTheOldOneStays() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await server.user(named: "Berta")
            try await server.service.hold("Clara", for: server.stranger().id)
            for name in ["berta", "CLARA"] {
                let error = try await failure { _ = try await anna.rename(to: name) }
                #expect(error.is(.alreadyExists, .displayNameTaken))
            }
            #expect(try await anna.profile(named: "anna")?.userID == anna.id)
        }
    }

    /// Each is a durable write.
    @Test func aUserChangesTheirProfileOnlySoOften() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            for _ in 0..<60 { _ = try await anna.rename(to: "anna") }
            let error = try await failure { _ = try await anna.rename(to: "anna") }
            #expect(error.is(.resourceExhausted, .tooManyAttempts))
            _ = try await berta.rename(to: "berta")
            for _ in 0..<60 { try await anna.deletePhoto() }
            let other = try await failure { try await anna.deletePhoto() }
            #expect(other.is(.resourceExhausted, .tooManyAttempts))
        }
    }

    @Test func theSameNameAgainChangesNothing() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.profile(of: anna.id)
            server.clock.advance(500)
            #expect(try await anna.rename(to: "anna") == before)
        }
    }

    /// Masks, and the entries of each that are refused.
    private static let masks: [([String], [Int])] = [
        ([], []), (["bio", "location", "bio"], [2]), (["revision"], [0]), (["update_mask"], [0]),
        (["user_id", "bio", "", "displayName"], [0, 2, 3]),
        (Array(repeating: "links[0]", count: 1000), Array(0..<50)),
    ]

    @Test(arguments: masks)
    func aMaskNamesEachFieldThatChangesOnce(_ mask: [String], _ refused: [Int]) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.profile(of: anna.id)
            let error = try await failure {
                try await anna.update(UpdateProfileRequest(updateMask: mask, bio: "mine"))
            }
            #expect(error.code == .invalidArgument)
            let violations = error.detail(ErrorInfo.self)?.violations ?? []
            let paths = mask.isEmpty ? ["update_mask"] : refused.map { "update_mask[\($0)]" }
            #expect(violations.map(\.field) == paths)
            let reason = mask.isEmpty ? Reason.fieldMissing : .fieldMalformed
            #expect(violations.allSatisfy { $0.reason == reason })
            #expect(try await anna.profile(of: anna.id) == before)
        }
    }

    @Test func whatTheMaskNamesAndIsNotSetIsRemoved() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await anna.update(.changing(bio: "mine", links: ["https://example.org/"]))
            let set = try await anna.update(UpdateProfileRequest(updateMask: ["links", "bio"]))
            #expect(set.bio == "" && set.links == [] && set.isFindable)
            let hidden = try await anna.update(UpdateProfileRequest(updateMask: ["is_findable"]))
            #expect(!hidden.isFindable)
            // Nobody's name is removed so.
            let error = try await failure {
                try await anna.update(UpdateProfileRequest(updateMask: ["display_name"]))
            }
            #expect(error.is(.invalidArgument, .displayNameMissing))
        }
    }

    @Test func aClockThatStepsBackIsNotFollowed() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.profile(of: anna.id)
            server.clock.advance(-3_600_000)
            #expect(try await anna.rename(to: "berta")?.updatedAtMs == before?.updatedAtMs)
        }
    }

    @Test func aBrokenNameOrAMissingProfileIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let broken = try await failure { _ = try await anna.rename(to: "") }
            #expect(broken.is(.invalidArgument, .displayNameMissing))
            let nobody = try server.stranger()
            for request in [UpdateProfileRequest.changing(displayName: "free"), .changing(bio: "")]
            {
                let error = try await failure { try await nobody.update(request) }
                #expect(error.is(.notFound, .profileNotFound))
            }
        }
    }

    @Test func ofManyWhoWantOneNameOneGetsIt() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            var users: [Person] = []
            for number in 0..<20 { users.append(try await server.user(named: "user\(number)")) }
            let winners = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, user) in users.enumerated() {
                    group.addTask {
                        let name = number.isMultiple(of: 2) ? "Wanted" : "wANTED"
                        do {
                            return try await user.rename(to: name) == nil ? 0 : 1
                        } catch let error as RPCError {
                            #expect(error.is(.alreadyExists, .displayNameTaken))
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(winners == 1)
        }
    }
}
