import RollcallAPI
import RollcallRPC
import Storage
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What becomes of a name that its owner has given up.
@Suite(.serialized, .onEachEngine) struct NameQuarantineTests {
    // U3
    @Test func aFreedNameIsNobodysForThirtyDays() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna1")
            _ = try await anna.rename(to: "berta")
            let clara = try await server.user(named: "clara")
            server.clock.advance(30 * TestClock.day - 1)
            // Not in another case, and not what looks like it.
            for name in ["anna1", "ANNA1", "annal"] {
                let answer = try await server.anyone.checkDisplayName(.init(displayName: name))
                #expect(answer.reasons == [.displayNameTaken])
                let renaming = try await failure { _ = try await clara.rename(to: name) }
                #expect(renaming.is(.alreadyExists, .displayNameTaken))
                let holding = try await failure {
                    try await server.service.hold(name, for: server.stranger().id)
                }
                #expect(holding.is(.alreadyExists, .displayNameTaken))
            }
            server.clock.advance(1)
            #expect(try await clara.rename(to: "anna1")?.displayName == "anna1")
        }
    }

    @Test func itsLastOwnerMayTakeItBack() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for name in ["berta", "Anna", "berta"] {
                #expect(try await anna.rename(to: name)?.displayName == name)
            }
            #expect(try await server.count("quarantinedName") == 1)
        }
    }

    // U3
    @Test func twoUsersMaySwapTheirOwnNamesThroughAThirdNameWhenTheQuarantineIsOver() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let direct = try await failure { _ = try await anna.rename(to: "berta") }
            #expect(direct.is(.alreadyExists, .displayNameTaken))
            _ = try await anna.rename(to: "third")
            let early = try await failure { _ = try await berta.rename(to: "anna") }
            #expect(early.is(.alreadyExists, .displayNameTaken))
            server.clock.advance(30 * TestClock.day)
            _ = try await berta.rename(to: "anna")
            server.clock.advance(30 * TestClock.day)
            _ = try await anna.rename(to: "berta")
            #expect(try await server.service.resolve("anna") == berta.id)
            #expect(try await server.service.resolve("berta") == anna.id)
        }
    }

    @Test func nobodyUsesTheNamesUp() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for number in 2..<10 { _ = try await anna.rename(to: "name_\(number)") }
            server.clock.advance(TestClock.day)
            let error = try await failure { _ = try await anna.rename(to: "one_more") }
            #expect(error.is(.resourceExhausted, .renamedTooOften))
            // The first name was given up a day ago.
            #expect(error.detail(ErrorInfo.self)?.retryAfterMs == UInt32(29 * TestClock.day))
            // What was refused has changed nothing; what takes no further name is allowed.
            #expect(try await anna.profile(of: anna.id)?.displayName == "name_9")
            _ = try await anna.rename(to: "NAME_9")
            _ = try await anna.rename(to: "anna")
            server.clock.advance(30 * TestClock.day)
            _ = try await anna.rename(to: "one_more")
            _ = try await server.store.forgetExpired(
                limit: 100, reportBytes: .max, now: server.clock.now())
            #expect(try await server.count("quarantinedName") < 9)
        }
    }

    /// Nobody else's names are used up thereby, but what is written down of it would have no end.
    @Test func theNameIsChangedOnlySoOftenAlsoAmongOnesOwn() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: {
                $0.limits["profile-update.account"] = RateLimit(1_000, per: .seconds(1))
            }
        ) { server in
            let anna = try await server.user(named: "anna")
            for turn in 0..<ProfileStore.renameLimit {
                _ = try await anna.rename(to: turn.isMultiple(of: 2) ? "berta" : "anna")
                server.clock.advance(1000)
            }
            let error = try await failure { _ = try await anna.rename(to: "berta") }
            #expect(error.is(.resourceExhausted, .renamedTooOften))
            _ = try await anna.rename(to: "ANNA")
            let wait = Int64(try #require(error.detail(ErrorInfo.self)).retryAfterMs)
            server.clock.advance(wait)
            _ = try await anna.rename(to: "berta")
            #expect(try await server.count("nameHistory") == ProfileStore.renameLimit + 1)
        }
    }

    @Test func whoWaitsAsLongAsTheRefusalSaysMayRenameAgain() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for number in 2..<10 {
                _ = try await anna.rename(to: "name_\(number)")
                server.clock.advance(1000)
            }
            let error = try await failure { _ = try await anna.rename(to: "one_more") }
            let wait = try #require(error.detail(ErrorInfo.self)?.retryAfterMs)
            server.clock.advance(Int64(wait) - 1)
            let early = try await failure { _ = try await anna.rename(to: "one_more") }
            #expect(early.is(.resourceExhausted, .renamedTooOften))
            server.clock.advance(1)
            #expect(try await anna.rename(to: "one_more")?.displayName == "one_more")
        }
    }

    @Test func aReleasedHoldLeavesNoQuarantine() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try server.stranger()
            try await server.service.hold("anna", for: anna.id)
            try await server.service.hold("berta", for: anna.id)
            try await server.service.release(anna.id)
            for name in ["anna", "berta"] { _ = try await server.user(named: name) }
        }
    }

    @Test func namesWhoseQuarantineIsOverAreForgottenByThemselves() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            for (number, day) in [0, 1, 31].enumerated() {
                server.clock.advance(Int64(day) * TestClock.day)
                _ = try await server.user(named: "old\(number)").rename(to: "new\(number)")
            }
            let work = Task {
                let expired = ExpiredNames(
                    photos: server.handler.photos, reportBytes: .max, clock: server.clock.now,
                    logger: .quiet)
                await expired.run()
            }
            try await eventually { try await server.count("quarantinedName") == 1 }
            work.cancel()
            await work.value
            let error = try await failure {
                try await server.service.hold("old2", for: server.stranger().id)
            }
            #expect(error.is(.alreadyExists, .displayNameTaken))
        }
    }
}
