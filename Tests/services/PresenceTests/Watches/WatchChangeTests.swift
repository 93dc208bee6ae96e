import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

/// Watches whose callers say more than once whom to watch.
@Suite(.withEachLeaseEngine) struct WatchChangeTests {
    @Test func whoIsAddedIsToldAndWhoIsRemovedIsNot() async throws {
        try await withPresenceServer { server in
            let (anna, berta, carla) = (try server.user(), try server.user(), try server.user())
            try await berta.goOnline()
            let watch = try await anna.watch([anna])
            try await watch.read()
            #expect(watch.requests == 1)
            try await watch.add([berta, carla])
            try await watch.read(untilRequests: 2)
            #expect(watch.state(of: berta) == .online)
            #expect(watch.state(of: carla) == .offline)
            #expect(watch.snapshots == 1)
            try await watch.send(add: [carla.id], remove: [berta.id, carla.id, berta.id])
            try await watch.read(untilRequests: 3)
            #expect(watch.changeLists.last?.map(\.userID) == [carla.id])
            try await berta.goOnline("laptop", as: .away)
            try await server.user(berta.id).goOffline(try await berta.goOnline("phone", as: .away))
            try await carla.goOnline()
            try await watch.read(until: carla, is: .online)
            #expect(watch.state(of: berta) == .online)
        }
    }

    /// A11: a user who is named twice counts once, and removing a stranger is no error.
    @Test func duplicatesAndStrangersAreNoErrors() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let watch = try await anna.watch([berta, berta])
            try await watch.read()
            try await watch.add([berta, anna, berta, anna])
            try await watch.read(untilRequests: 2)
            #expect(watch.changeLists.last?.map(\.userID) == [anna.id])
            try await watch.remove([try server.user(), berta, berta])
            try await watch.send()
            try await watch.read(untilRequests: 4)
            #expect(watch.changeLists.suffix(2) == [[], []])
            #expect(server.watchedUsers == 1)
        }
    }

    @Test func aWatchGoesOnWhenItsCallerSendsNoMore() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let watch = try await anna.watch([anna])
            watch.finishSending()
            try await watch.read()
            for state in [PresenceState.online, .away, .online] {
                try server.goOnline(anna.id, isAway: state == .away)
                try await watch.read(until: anna, is: state)
            }
            watch.cancel()
            try await eventually { server.watchedUsers == 0 }
        }
    }

    @Test(arguments: [
        (["x"], [], Reason.fieldMalformed), ([], ["x"], .fieldMalformed),
        (["many"], [], .tooMany), ([], ["many"], .tooMany),
    ])
    func aRefusedMessageEndsTheWatch(
        added: [String], removed: [String], reason: Reason
    ) async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let many = try (0..<1_001).map { _ in try server.user().id }
            let watch = try await anna.watch([anna])
            try await watch.read()
            try await watch.send(
                add: added == ["many"] ? many : added, remove: removed == ["many"] ? many : removed)
            #expect(try await watch.end().is(.invalidArgument, reason))
            try await eventually { server.watchedUsers == 0 }
        }
    }

    /// A11: a caller watches at most 10,000 users in all.
    @Test func aCallerWatchesAtMostTenThousandUsers() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let users = try (0..<1_000).map { _ in try server.user().id }
            var watches: [WatchReader] = []
            for _ in 0..<9 {
                let watch = try await anna.watch(users)
                try await watch.read()
                watches.append(watch)
            }
            let last = try await anna.watch(Array(users.prefix(900)))
            try await last.read()
            try await last.send(add: users)
            try await last.read(untilRequests: 2)
            #expect(server.watchedUsers == 10_000)
            // One more in the place of another.
            try await last.send(add: [anna.id], remove: [users[0]])
            try await last.read(untilRequests: 3)
            #expect(try await anna.watch([anna]).end().is(.resourceExhausted, .tooMany))
            try await last.send(add: [users[0]])
            #expect(try await last.end().is(.resourceExhausted, .tooMany))
            try await server.user().watch(users).read()
        }
    }

    /// A11: a million ids in small messages end at the limit, and leave nothing behind.
    @Test func aDripOfIdsEndsAtTheLimit() async throws {
        var configuration = PresenceConfiguration()
        configuration.watchedUsersPerUser = 500
        try await withPresenceServer(configuration: configuration) { server in
            let anna = try server.user()
            let watch = try await anna.watch([anna])
            let error = try await failure {
                while true {
                    try await watch.send(add: (0..<7).map { _ in try server.user().id })
                    try await watch.read()
                }
            }
            #expect(error.is(.resourceExhausted, .tooMany) || error.code == .cancelled)
            try await eventually { server.watchedUsers == 0 && server.knownUsers == 0 }
        }
    }

    /// A11, A22: coming and going without end takes no memory.
    @Test func subscribingWithoutEndTakesNoMemory() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let watch = try await anna.watch([anna])
            for round in 0..<200 as Range<UInt32> {
                let strangers = try (0..<20).map { _ in try server.user() }
                try await watch.add(strangers)
                try await watch.read(untilRequests: 2 + round * 2)
                try await watch.remove(strangers)
                try await watch.read(untilRequests: 3 + round * 2)
                #expect(server.watchedUsers == 1)
                #expect(server.knownUsers == 1)
            }
        }
    }

    /// A22: who sends without reading is held up by the credit of the transport, and others are
    /// served.
    @Test func whoSendsFasterThanItReadsHasToWait() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let users = try (0..<1_000).map { _ in try server.user().id }
            let watch = try await anna.watch(users)
            let sending = Task {
                for number in 0..<200 {
                    try await watch.send(
                        add: number.isMultiple(of: 2) ? [] : users,
                        remove: number.isMultiple(of: 2) ? users : [])
                }
            }
            // It takes effect one by one: as many as answers fit into the credit.
            #expect(try await remains(for: .milliseconds(500)) { server.requests < 150 })
            try await berta.watch([berta]).read()
            try await watch.read(untilRequests: 201)
            try await sending.value
        }
    }

    @Test(.tags(.localLeases)) func aCursorOfALaterMessageTellsOnlyWhatHasChanged() async throws {
        try await withPresenceServer { server in
            let users = try (0..<10).map { _ in try server.user() }
            let first = try await users[0].watch(users)
            try await first.read()
            first.cancel()
            for user in [users[2], users[7]] { try await user.goOnline() }
            let second = try await users[0].watch(Array(users[..<5]), from: first.cursor)
            try await second.read()
            try await second.add(Array(users[5...]), from: first.cursor)
            try await second.read(untilRequests: 2)
            #expect(second.snapshots == 0)
            #expect(second.changeLists.map { $0.map(\.userID) } == [[users[2].id], [users[7].id]])
        }
    }
}

extension PresenceServer {
    fileprivate var watchedUsers: Int {
        runtime.hub.withRoster { roster, _ in roster.watches.watchedCount }
    }

    fileprivate var knownUsers: Int {
        runtime.hub.withRoster { roster, _ in roster.users.count }
    }

    /// How many messages of the first watch have taken effect.
    fileprivate var requests: UInt32 {
        runtime.hub.withRoster { roster, _ in
            roster.watches.count > 0 ? roster.watches.requests(of: 0) : 0
        }
    }
}
