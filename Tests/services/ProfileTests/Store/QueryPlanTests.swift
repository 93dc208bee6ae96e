import Blobs
import RollcallCrypto
import Testing

@testable import Profile
@testable import Storage

/// What the calls that are made most often cost, whatever the number of users.
@Suite(.serialized) struct QueryPlanTests {
    @Test func readsOfUsersGoByKeysAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let user = try server.ids.next()
            let photo = try #require(BlobID(String(repeating: "0", count: 64)))
            let plans = [
                try await server.plan(of: ProfileStore.profileByUser, user, user),
                try await server.plan(of: ProfileStore.profileByName, "anna", user),
                try await server.plan(of: ProfileStore.profilesByUser, SQLList([user]), user),
                try await server.plan(of: ProfileStore.profilesByName, SQLList(["anna"]), user),
                try await server.plan(of: ProfileStore.search, "ann", "anx", user, 100, "", 20),
                try await server.plan(of: ProfileStore.briefProfilesByUser, SQLList([user]), user),
                try await server.plan(of: ProfileStore.pastNames, user, 10),
                try await server.plan(of: ProfileStore.blockedBy, user),
                try await server.plan(of: ProfileStore.blockPage, user, [], 500),
                try await server.plan(of: ProfileStore.changesOfUsers, SQLList([user]), 0, 0),
                try await server.plan(of: ProfileStore.blockedAmong, user, SQLList([user])),
                try await server.plan(of: ProfileStore.blockersAmong, user, SQLList([user])),
                try await server.plan(of: ProfileStore.photoByUser, user, user),
                try await server.plan(of: ProfileStore.userByName, "anna"),
                try await server.plan(of: ProfileStore.freeName, "anna", "anna", user, 0),
                try await server.plan(
                    of: ProfileStore.standingOfName, "anna", "anna", user, 0, "anna"),
                try await server.plan(of: ProfileStore.verdictOnWord, "anna"),
                try await server.plan(of: ProfileStore.verdictsOnWords, SQLList(["anna"])),
                try await server.plan(of: ProfileStore.wordPage, "", 500),
                try await server.plan(of: ProfileStore.unownedName, "anna", "anna", user),
                try await server.plan(of: ProfileStore.owner, "anna"),
                try await server.plan(of: ProfileStore.tenures, "anna", 1, 500),
                try await server.plan(of: ProfileStore.pastOwners, "anna"),
                try await server.plan(of: ProfileStore.quarantineEndOfName, "anna", 0),
                try await server.plan(of: ProfileStore.takenSkeletons, SQLList(["anna"]), 0),
                try await server.plan(of: ProfileStore.hasProfile, user),
                try await server.plan(of: ProfileStore.names, SQLList([user])),
                try await server.plan(of: ProfileStore.traces, SQLList([user])),
                try await server.plan(of: ProfileStore.garbageOfRemoval, SQLList([photo]), 1),
                try await server.plan(of: ProfileStore.refusedPhoto, photo),
                try await server.plan(of: ProfileStore.refusedPhotoPage, [], 500),
                try await server.plan(of: ProfileStore.recentReports, user, 0, 20),
                try await server.plan(of: ProfileStore.sentReports, user, 10),
                try await server.plan(of: ProfileStore.keptProfile, user, 1),
                try await server.plan(of: ProfileStore.reportPage, [], 500),
                try await server.plan(of: ProfileStore.reportCounts, SQLList([user])),
                try await server.plan(of: ProfileStore.reportedProfile, user),
                try await server.plan(of: ProfileStore.reportEntries, user, 100),
                try await server.plan(of: ProfileStore.filesInRange, [], []),
                try await server.plan(of: ProfileStore.photosOfSquare, photo),
                try await server.plan(of: ProfileStore.noticePage, [], 100),
                try await server.plan(of: ProfileStore.fileRow, photo),
                try await server.plan(of: ProfileStore.usersWithPhoto, photo, [], 500),
            ]
            for plan in plans {
                let tables = plan.filter { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") }
                #expect(!tables.isEmpty)
                for step in tables where !step.hasPrefix("SEARCH") {
                    // The members of a list, the few that a search has found, and the time.
                    let members = [
                        "SCAN piece", "SCAN CONSTANT ROW", "SCAN json_each VIRTUAL", "SCAN found",
                        "SCAN databaseClock",
                    ]
                    #expect(members.contains { step.hasPrefix($0) }, "\(plan)")
                }
            }
        }
    }

    @Test func aProfileIsReadByTwoKeysBesideTheOneOfBlocks() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let plan = try await server.plan(
                of: ProfileStore.profileByUser, server.ids.next(), server.ids.next())
            #expect(
                plan == [
                    "SEARCH profile USING PRIMARY KEY (userID=?)",
                    "CORRELATED SCALAR SUBQUERY 1",
                    "SEARCH block USING INDEX blockByBoth (lesserID=? AND greaterID=?)",
                    "SEARCH photo USING PRIMARY KEY (id=?) LEFT-JOIN",
                ])
        }
    }

    /// Whether the user behind a name has a profile or does not exist makes no difference to the
    /// work: only the index of the names is read, once.
    @Test func everyNameIsResolvedByTheSameWork() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let plan = try await server.plan(of: ProfileStore.userByName, "anna")
            #expect(plan.count == 1)
            #expect(plan[0].hasPrefix("SEARCH profile USING COVERING INDEX"), "\(plan)")
        }
    }

    @Test func aPageOfTracesIsReadInTheOrderOfTheUsers() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let plan = try await server.plan(of: ProfileStore.tracePage, [], 500)
            for table in ["profile", "erasedUser"] {
                #expect(
                    plan.contains("SEARCH \(table) USING PRIMARY KEY (userID>?)"), "\(plan)")
            }
        }
    }
}

extension ProfileServer {
    /// The steps in which SQLite runs a query (sqlite.org/eqp.html).
    func plan<Output, each Parameter: SQLValue>(
        of query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> [String] {
        let sql = StatementRegistry.shared.text(of: query.id).sql
        let explanation = Query<String, repeat each Parameter>("EXPLAIN QUERY PLAN \(sql)") {
            $0.skip(3)
            return try $0.next()
        }
        return try await store.database.all(explanation, repeat each parameters)
    }
}
