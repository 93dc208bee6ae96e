import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// Display names that administrators set and take away. `DisplayNameModelTests` has the orders in which
/// that happens beside all else.
@Suite(.serialized, .onEachEngine) struct NameAdministrationTests {
    @Test func aNameThatWasTakenAwayIsNobodysForAMonth() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Anna")
            let made = server.clock.now()
            server.clock.advance(500)
            for _ in 0..<2 {
                let id = try await server.operator.removeName(
                    of: .userID(anna.id), because: "a slur")
                #expect(id == anna.id)
            }
            #expect(try await anna.profile(of: anna.id)?.displayName == "")
            for other in [anna, try server.stranger()] {
                #expect(try await other.check("anna").reasons == [.displayNameTaken])
            }
            let month = ProfileStore.quarantineMs
            #expect(
                try await server.operator.history(of: "anna")
                    == GetNameHistoryResponse(
                        tenures: [
                            NameTenure(
                                number: 1, userID: anna.id, displayName: "Anna", fromMs: made,
                                untilMs: server.clock.now(), takenReason: "a slur")
                        ], quarantinedUntilMs: server.clock.now() + month))
            // Another one is the user's at once.
            #expect(try await anna.rename(to: "berta")?.displayName == "berta")
            server.clock.advance(month)
            #expect(try await anna.check("anna").available)
        }
    }

    @Test func anAdministratorGivesWhatUsersCannotChoose() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.namelessUser()
            // A reserved word, by the name of now; in another case of its letters later.
            #expect(
                try await server.operator.setName(of: .displayName("ANNA"), to: "support")
                    == anna.id)
            #expect(try await anna.rename(to: "Support")?.displayName == "Support")
            // A name that somebody else may take back, until somebody has it.
            server.clock.advance(1000)
            _ = try await server.operator.setName(
                of: .userID(berta.id), to: "Anna", because: "hers since 2011")
            let history = try await server.operator.history(of: "ANNA")
            #expect(history.quarantinedUntilMs == 0)
            #expect(
                history.tenures.map(\.number) == [2, 1]
                    && history.tenures.map(\.userID) == [berta.id, anna.id])
            #expect(
                history.tenures[0]
                    == NameTenure(
                        number: 2, userID: berta.id, displayName: "Anna",
                        fromMs: server.clock.now(),
                        givenReason: "hers since 2011"))
            #expect(history.tenures[1].takenReason == "as the test wants it")
            let back = try await failure { _ = try await anna.rename(to: "anna") }
            #expect(back.is(.alreadyExists, .displayNameTaken))
        }
    }

    @Test func aNameOfSomebodyElseIsNotGivenAndWhatHappenedNotUndone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "bill")
            let berta = try await server.namelessUser()
            try await server.service.hold("held", for: server.stranger().id)
            for name in ["Bill", "bi11", "held"] {
                let error = try await failure {
                    _ = try await server.operator.setName(of: .userID(berta.id), to: name)
                }
                #expect(error.is(.alreadyExists, .displayNameTaken))
            }
            let both = try await failure {
                _ = try await server.operator.setName(of: .userID(berta.id), to: ".b")
            }
            #expect(
                both.is(.invalidArgument, .displayNameTooShort, .displayNameLeadingPeriod))
            #expect(try await anna.profile(of: anna.id)?.displayName == "bill")
            #expect(try await server.count("nameHistory") == 0)
        }
    }

    @Test func aHistorySaysWhoHadTheNameFromWhenToWhenAndNotWhoWasErased() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let start = server.clock.now()
            var users: [Person] = []
            for index in 0..<3 {
                let user = try await server.user(named: "anna")
                users.append(user)
                server.clock.advance(1000)
                _ = try await user.rename(to: "other\(index)")
                server.clock.advance(ProfileStore.quarantineMs)
            }
            try await server.service.erase(users[1].id)
            let tenures = try await server.operator.history(of: "anna").tenures
            #expect(tenures.map(\.userID) == [users[2].id, "", users[0].id])
            #expect(tenures.last?.fromMs == start && tenures.last?.untilMs == start + 1000)
            #expect(tenures.filter { $0.untilMs - $0.fromMs == 1000 }.count == 2)
            // To the millisecond, the times would say that one user had both names.
            let left = try await server.operator.history(of: "other1").tenures + [tenures[1]]
            for tenure in left {
                #expect(tenure.fromMs % TestClock.day == 0 && tenure.untilMs % TestClock.day == 0)
            }
            let last = try await server.operator.history(of: "other1")
            #expect(last.tenures.map(\.userID) == [""] && last.tenures[0].untilMs != 0)
            let erased = try #require(UUIDv7(users[1].id))
            let mentions = try await server.mentions(of: erased)
            #expect(mentions == ["change.userid", "eraseduser.userid"])

            let holder = try server.stranger()
            try await server.service.hold("held", for: holder.id)
            #expect(
                try await server.operator.history(of: "held")
                    == GetNameHistoryResponse(heldForUserID: holder.id))
            #expect(
                try await server.operator.history(of: "nobody") == GetNameHistoryResponse())
        }
    }

    @Test(arguments: [UInt32(1), 2, 3, 4, 500])
    func theHistoryIsReadInPages(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let users = [try await server.namelessUser(), try await server.namelessUser()]
            for turn in 0..<7 {
                _ = try await server.operator.setName(of: .userID(users[turn % 2].id), to: "anna")
                guard turn < 6 else { break }
                _ = try await server.operator.removeName(of: .displayName("anna"))
            }
            var tenures: [NameTenure] = []
            var hasMore = true
            while hasMore {
                let request = GetNameHistoryRequest(
                    displayName: "anna", pageSize: size, beforeNumber: tenures.last?.number ?? 0)
                let page = try await server.operator.administration.getNameHistory(
                    request, options: server.operator.options())
                #expect(page.tenures.count <= Int(size))
                tenures += page.tenures
                // One page says that there may be another where the history ends with it.
                hasMore = page.hasMore && tenures.last?.number != 1
            }
            #expect(tenures.map(\.number) == [7, 6, 5, 4, 3, 2, 1])
            #expect(tenures == (try await server.operator.history(of: "anna").tenures))
        }
    }

    @Test func aUserAndAReasonAreNamed() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let keys: [(ProfileKey.Key?, StatusCode, Reason)] = [
                (nil, .invalidArgument, .fieldMissing),
                (.userID(""), .invalidArgument, .fieldMissing),
                (.userID("x"), .invalidArgument, .fieldMalformed),
                (.userID(try server.stranger().id), .notFound, .profileNotFound),
                (.displayName("nobody"), .notFound, .profileNotFound),
                (.displayName("no name"), .notFound, .profileNotFound),
            ]
            for (key, code, reason) in keys {
                for call in [
                    { try await server.operator.setName(of: key, to: "berta") },
                    { try await server.operator.removeName(of: key) },
                ] {
                    let error = try await failure { _ = try await call() }
                    #expect(error.is(code, reason))
                }
            }
            for (text, reason) in [("", Reason.fieldMissing), ("a\nb", .fieldMalformed)] {
                let error = try await failure {
                    _ = try await server.operator.removeName(of: .userID(anna.id), because: text)
                }
                #expect(error.is(.invalidArgument, reason))
            }
            let calls: [() async throws -> Void] = [
                { _ = try await anna.setName(of: .userID(anna.id), to: "admin") },
                { _ = try await anna.removeName(of: .userID(anna.id)) },
                { _ = try await anna.history(of: "anna") },
            ]
            for call in calls { #expect(try await failure(of: call).code == .permissionDenied) }
        }
    }
}
