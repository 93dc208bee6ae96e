import RollcallAPI
import RollcallRPC
import TestServers
import Testing

/// Users who have signed up without a display name.
@Suite(.serialized) struct NamelessProfileTests {
    @Test func aUserWithoutANameHasAProfileAndIsFoundByIDAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = (try await server.namelessUser(), try await server.namelessUser())
            let now = server.clock.now()
            for user in [anna, berta] {
                let profile = Profile(userID: user.id, createdAtMs: now, updatedAtMs: now)
                #expect(try await berta.profile(of: user.id)?.asOthersSeeIt == profile)
                #expect(try await server.service.export(user.id).profile?.asOthersSeeIt == profile)
            }
            for name in ["", anna.id] {
                let error = try await failure { _ = try await berta.profile(named: name) }
                #expect(error.is(.notFound, .profileNotFound))
                let resolving = try await failure { _ = try await server.service.resolve(name) }
                #expect(resolving.is(.notFound, .profileNotFound))
            }
            #expect(try await server.service.names(of: [anna.id, berta.id]) == [:])
            let traces = try await server.service.list(ListProfilesRequest()).profiles
            #expect(
                traces
                    == [anna, berta].map { ProfileTrace(userID: $0.id, state: .complete) })
        }
    }

    @Test func aPlaceIsHeldConfirmedAndReleasedLikeAName() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = try (server.stranger(), server.stranger())
            for user in [anna, berta] {
                for _ in 0..<2 { try await server.service.holdWithoutName(for: user.id) }
            }
            let early = try await failure {
                _ = try await server.stranger().profile(of: anna.id)
            }
            #expect(early.is(.notFound, .profileNotFound))
            // Her own token proves that she has an account.
            #expect(try await anna.profile(of: anna.id)?.displayName == "")
            try await server.service.holdWithoutName(for: anna.id)
            let other = try await failure { try await server.service.hold("anna", for: anna.id) }
            #expect(other.code == .failedPrecondition)

            try await server.service.release(berta.id)
            let late = try await failure { try await server.service.holdWithoutName(for: berta.id) }
            #expect(late.is(.notFound, .holdNotFound))
            #expect(try await server.count("profile") == 1)
        }
    }

    @Test func aPlaceTakesTurnsWithAHeldName() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("anna", for: anna.id)
            try await server.service.holdWithoutName(for: anna.id)
            _ = try await server.user(named: "anna")
            try await server.service.hold("berta", for: anna.id)
            try await server.service.confirm(anna.id)
            #expect(try await anna.profile(of: anna.id)?.displayName == "berta")
            let error = try await failure { try await server.service.holdWithoutName(for: anna.id) }
            #expect(error.code == .failedPrecondition)
        }
    }

    @Test func theFirstNameIsClaimedLikeAnyOther() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.namelessUser()
            let berta = try await server.user(named: "berta")
            let taken = try await failure { _ = try await anna.rename(to: "BERTA") }
            #expect(taken.is(.alreadyExists, .displayNameTaken))
            let reserved = try await failure { _ = try await anna.rename(to: "admin") }
            #expect(reserved.is(.invalidArgument, .displayNameReserved))
            #expect(try await anna.check("Anna").isAvailable)
            server.clock.advance(500)
            let profile = try await anna.rename(to: "Anna")
            #expect(profile?.displayName == "Anna" && profile?.updatedAtMs == server.clock.now())
            #expect(try await berta.profile(named: "anna") == profile?.asOthersSeeIt)
            // Nothing was given up: no name is in quarantine.
            #expect(try await server.count("quarantinedName") == 0)
        }
    }

    @Test func ofManyWithoutANameOneGetsTheNameThatAllWant() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            var users: [Person] = []
            for _ in 0..<20 { users.append(try await server.namelessUser()) }
            let winners = try await withThrowingTaskGroup(of: Int.self) { group in
                for user in users {
                    group.addTask {
                        do {
                            return try await user.rename(to: "wanted") == nil ? 0 : 1
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

    @Test func aUserWithoutANameIsErasedWithoutATrace() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.namelessUser()
            try await server.service.erase(anna.id)
            #expect(try await server.count("profile") == 0)
            #expect(try await server.count("quarantinedName") == 0)
            let late = try await failure { try await server.service.holdWithoutName(for: anna.id) }
            #expect(late.is(.notFound, .holdNotFound))
        }
    }

    @Test func aMissingProfileIsRestoredWithoutAName() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (anna, berta) = (try server.stranger(), try await server.user(named: "berta"))
            for _ in 0..<2 { try await server.service.restoreWithoutName(anna.id) }
            #expect(try await anna.profile(of: anna.id)?.displayName == "")
            // A name that was chosen since stays, and nobody gets one who had none.
            try await server.service.restoreWithoutName(berta.id)
            #expect(try await berta.profile(of: berta.id)?.displayName == "berta")
            try await server.service.restore(anna.id, wanting: "anna")
            #expect(try await anna.profile(of: anna.id)?.displayName == "")
        }
    }

    @Test func aNameBesideNoNameIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let id = try server.stranger().id
            let options = try server.service.options()
            let holding = try await failure {
                _ = try await server.service.peers.holdDisplayName(
                    HoldDisplayNameRequest(userID: id, displayName: "anna", isNameless: true),
                    options: options)
            }
            #expect(holding.is(.invalidArgument, .fieldMalformed))
            let restoring = try await failure {
                _ = try await server.service.peers.restoreProfile(
                    RestoreProfileRequest(userID: id, displayName: "anna", isNameless: true),
                    options: options)
            }
            #expect(restoring.is(.invalidArgument, .fieldMalformed))
        }
    }
}
