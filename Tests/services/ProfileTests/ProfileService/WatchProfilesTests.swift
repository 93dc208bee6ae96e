import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct WatchProfilesTests {
    /// Without heartbeats: what arrives is news.
    private func withServer(
        configure: (inout ProfileConfiguration) -> Void = { _ in },
        _ body: @escaping (ProfileServer) async throws -> Void
    ) async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: {
                $0.heartbeat = .seconds(3600)
                configure(&$0)
            }, body)
    }

    private func next(
        _ stream: ResponseStream<WatchProfilesResponse>
    ) async throws -> WatchProfilesResponse {
        try #require(try await stream.next())
    }

    @Test func aWatchBeginsWithAllUsersAndThenTellsEachChange() async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let unknown = try server.ids.next().description
            let stream = try await anna.watch([berta.id, unknown, berta.id])
            let first = try await next(stream)
            #expect(first.replaces && first.isCurrent && first.cursor != nil)
            #expect(first.profiles == (try await anna.batch([.userID(berta.id)]).profiles))
            #expect(first.hiddenUserIDs == [unknown])

            let photo = try await berta.upload(TestPhoto.made(1))
            let second = try await next(stream)
            #expect(!second.replaces && second.isCurrent && second.hiddenUserIDs == [])
            #expect(second.profiles.map(\.photo) == [photo])
            _ = try await berta.rename(to: "clara")
            #expect(try await next(stream).profiles.map(\.displayName) == ["clara"])
            try await berta.show(.photo, to: .onlyMe)
            #expect(try await next(stream).profiles.map(\.photo) == [nil])
            try await berta.show(.photo, to: .everyone)
            #expect(try await next(stream).profiles.map(\.photo) == [photo])
            // The URL that everyone has leads nowhere from now on.
            try await berta.show(.photo, to: .signedIn)
            #expect(try await next(stream).profiles.map(\.photo) == [photo])
            try await berta.deletePhoto()
            #expect(try await next(stream).profiles.map(\.photo) == [nil])
            _ = try await server.operator.setName(of: .userID(berta.id), to: "dora")
            #expect(try await next(stream).profiles.map(\.displayName) == ["dora"])
            try await server.service.erase(berta.id)
            let last = try await next(stream)
            #expect(last.hiddenUserIDs == [berta.id] && last.profiles == [])
        }
    }

    @Test func aUserWhoSignsUpIsSeenByThoseWhoWatchTheId() async throws {
        try await withServer { server in
            let (anna, berta) = (try await server.user(named: "anna"), try server.stranger())
            let stream = try await anna.watch([berta.id])
            #expect(try await next(stream).hiddenUserIDs == [berta.id])
            try await server.service.hold("berta", for: berta.id)
            try await server.service.confirm(berta.id)
            #expect(try await next(stream).profiles.map(\.displayName) == ["berta"])
        }
    }

    @Test(arguments: [true, false]) func aBlockHidesOnTheOpenWatchInBothDirections(
        isByViewer: Bool
    ) async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let stream = try await anna.watch([berta.id])
            #expect(try await next(stream).profiles.count == 1)
            let (one, other) = isByViewer ? (anna, berta) : (berta, anna)
            try await one.block(.userID(other.id))
            let blocked = try await next(stream)
            #expect(blocked.hiddenUserIDs == [berta.id] && blocked.profiles == [])
            // What is done behind the block is not told, and is there when the block ends.
            let photo = try await berta.upload(TestPhoto.made(1))
            try await one.unblock(.userID(other.id))
            #expect(try await next(stream).profiles.map(\.photo) == [photo])
        }
    }

    @Test func whatTheViewerDoesNotSeeIsNotTold() async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let clara = try await server.user(named: "clara")
            try await berta.show(.bio, to: .onlyMe)
            let stream = try await anna.watch([berta.id])
            _ = try await next(stream)
            let own = try await berta.watch([berta.id])
            _ = try await next(own)
            try await berta.update(.changing(bio: "secret"))
            #expect(try await next(own).profiles.map(\.revision) == [3])
            try await berta.update(.changing(isFindable: false))
            #expect(try await next(own).profiles.map(\.isFindable) == [false])
            try await berta.show(.location, to: .onlyMe)
            #expect(try await next(own).profiles.map(\.revision) == [5])
            try await berta.block(.userID(clara.id))
            _ = try await clara.rename(to: "dora")
            // The first that is told is the first that is seen.
            _ = try await berta.rename(to: "emma")
            #expect(try await next(stream).profiles.map(\.displayName) == ["emma"])
        }
    }

    @Test func aHeartbeatHasNoCursorAndComesWhateverIsHidden() async throws {
        try await withServer(configure: { $0.heartbeat = .milliseconds(30) }) { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let stream = try await anna.watch([berta.id])
            _ = try await next(stream)
            for _ in 0..<3 {
                try await berta.update(.changing(isFindable: false))
                #expect(try await next(stream) == WatchProfilesResponse(isCurrent: true))
            }
        }
    }

    @Test func aCursorGoesOnWithThoseWhoHaveChanged() async throws {
        try await withServer { server in
            let anna = try await server.user(named: "anna")
            var others: [Person] = []
            for number in 0..<4 { others.append(try await server.user(named: "user\(number)")) }
            let ids = others.map(\.id)
            let first = try await anna.watch(ids)
            let cursor = try await next(first).cursor
            first.cancel()

            let unchanged = try await next(anna.watch(ids, from: cursor))
            #expect(!unchanged.replaces && unchanged.isCurrent)
            #expect(unchanged.profiles == [] && unchanged.hiddenUserIDs == [])
            _ = try await others[1].rename(to: "berta")
            try await others[2].update(.changing(isFindable: false))
            try await server.service.erase(others[3].id)
            let changed = try await next(anna.watch(ids.reversed(), from: cursor))
            #expect(!changed.replaces)
            #expect(changed.profiles.map(\.userID) == [ids[1]])
            #expect(changed.hiddenUserIDs == [ids[3]])
        }
    }

    @Test func whoIsHiddenIsNotToldOfByACursor() async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let clara = try await server.user(named: "clara")
            try await berta.block(.userID(anna.id))
            let ids = [berta.id, clara.id]
            let cursor = try await next(anna.watch(ids)).cursor
            _ = try await berta.upload(TestPhoto.made(1))
            try await berta.block(.userID(clara.id))
            let nothing = try await next(anna.watch(ids, from: cursor))
            #expect(nothing.profiles == [] && nothing.hiddenUserIDs == [] && !nothing.replaces)
            // Together with something that is seen, who was hidden before is not told apart.
            _ = try await clara.rename(to: "dora")
            let all = try await next(anna.watch(ids, from: cursor))
            #expect(all.replaces && all.hiddenUserIDs == [berta.id])
            #expect(all.profiles.map(\.displayName) == ["dora"])
        }
    }

    @Test func aCursorOfAnotherWatchBeginsAnew() async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let cursor = try #require(try await next(anna.watch([anna.id])).cursor)
            #expect(try await next(anna.watch([anna.id, berta.id], from: cursor)).replaces)
            #expect(try await next(berta.watch([anna.id], from: cursor)).replaces)
            let id = try #require(UUIDv7(anna.id))
            let cursors = try WatchCursors(
                masterKey: server.handler.watches.masterKey, of: WatchedUsers([id]), by: id)
            let ahead = ChangePosition(position: 1 << 62, number: 1)
            var damaged = cursor
            damaged.sealed[20] ^= 1
            for bad in [
                try cursors.cursor(at: WatchPosition(change: ahead, view: 0)), damaged,
                ProfileWatchCursor(),
            ] {
                let anew = try await next(anna.watch([anna.id], from: bad))
                #expect(anew.replaces && anew.profiles.count == 1)
            }
            #expect(try await !next(anna.watch([anna.id], from: cursor)).replaces)
        }
    }

    /// The position counts the changes of everybody.
    @Test func aCursorTellsNothingOfTheChangesOfOthers() async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            func cursor() async throws -> [UInt8] {
                let stream = try await anna.watch([anna.id])
                defer { stream.cancel() }
                return try #require(try await next(stream).cursor).sealed
            }
            let first = try await cursor()
            let unchanged = try await cursor()
            for number in 0..<3 { try await berta.update(.changing(bio: "\(number)")) }
            let changed = try await cursor()
            // Neither that nothing has happened is seen, nor that something has.
            for (one, other) in [(first, unchanged), (unchanged, changed), (first, changed)] {
                #expect(one.count == other.count && one.count <= 64)
                #expect(zip(one, other).count { $0.0 == $0.1 } < 16)
            }
        }
    }

    @Test func aWatchTellsTheFieldsThatItAsksFor() async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            try await berta.update(.changing(bio: "one", location: "Bern"))
            let fields: [ProfileField] = [.bio, .links]
            let stream = try await anna.watch([berta.id], fields)
            let first = try await next(stream)
            #expect(first.profiles == (try await anna.batch([.userID(berta.id)], fields).profiles))
            #expect(first.profiles.map(\.bio) == ["one"])
            // All at the same millisecond: the texts themselves are compared.
            try await berta.update(.changing(bio: "two"))
            let second = try await next(stream)
            #expect(second.profiles.map(\.bio) == ["two"] && second.profiles[0].displayName == "")
            try await berta.update(.changing(links: ["https://example.org/"]))
            #expect(try await next(stream).profiles.map(\.links) == [["https://example.org/"]])
            try await berta.show(.bio, to: .onlyMe)
            #expect(try await next(stream).profiles.map(\.bio) == [""])
            // What is hidden is not told.
            try await berta.update(.changing(bio: "three"))
            try await berta.show(.bio, to: .everyone)
            #expect(try await next(stream).profiles.map(\.bio) == ["three"])
            try await berta.block(.userID(anna.id))
            #expect(try await next(stream).hiddenUserIDs == [berta.id])
        }
    }

    @Test func textsAreReadOnlyOfUsersOfWhomTheyAreWatched() async throws {
        try await withServer { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let streams = [
                try await anna.watch([anna.id], [.bio]), try await anna.watch([berta.id]),
            ]
            for stream in streams { _ = try await next(stream) }
            for user in [anna, berta] { try await user.update(.changing(bio: "one")) }
            let changes = try #require(
                try await server.store.changes(
                    of: .init(number: 1, start: .start, unread: []), for: server.handler.watches))
            let stranger = try server.ids.next()
            let haveTexts = try [anna, berta].map { user in
                let id = try #require(UUIDv7(user.id))
                let seen = try #require(changes.profiles[id])
                return seen.fingerprint(of: .all, for: stranger)
                    != seen.fingerprint(of: .usual, for: stranger)
            }
            #expect(haveTexts == [true, false])
            // One who watches texts of a user is enough.
            #expect(try await next(streams[0]).profiles.map(\.bio) == ["one"])
            let third = try await anna.watch([anna.id, berta.id], [.bio])
            _ = try await next(third)
            try await berta.update(.changing(bio: "two"))
            #expect(try await next(third).profiles.map(\.bio) == ["two"])
        }
    }

    @Test func aWatchOfTextsIsCutOffWhenAUserIsHiddenWhileAnUpdateIsSent() async throws {
        try await withServer { server in
            let anna = try await server.user(named: "anna")
            let link = "https://example.org/" + String(repeating: "a", count: 2000)
            var ids: [String] = []
            for _ in 0..<320 {
                let id = try server.ids.next()
                try await server.store.hold(nil, for: id, now: 1)
                try await server.store.confirm(id, now: 1)
                let user = Person(server, "user \(id)", id: id.description)
                try await user.update(.changing(links: (0..<5).map { "\(link)\($0)" }))
                ids.append(user.id)
            }
            let stream = try await anna.watch(ids, [.links])
            #expect(try await !next(stream).isCurrent)
            // The other parts are larger than what is sent to a caller who does not read.
            for id in ids { try await server.service.erase(id) }
            let error = try await failure {
                while let part = try await stream.next() { #expect(!part.isCurrent) }
            }
            #expect(error.code == .unavailable)
            let again = try await next(anna.watch(ids, [.links]))
            #expect(again.isCurrent && Set(again.hiddenUserIDs) == Set(ids))
        }
    }

    @Test func aCursorIsForTheSameFields() async throws {
        try await withServer { server in
            let anna = try await server.user(named: "anna")
            let cursor = try await next(anna.watch([anna.id])).cursor
            let usual: [ProfileField] = [.photo, .displayName]
            #expect(try await !next(anna.watch([anna.id], usual, from: cursor)).replaces)
            for fields: [ProfileField] in [[.bio], [.photo], [.displayName, .photo, .bio]] {
                let anew = try await next(anna.watch([anna.id], fields, from: cursor))
                #expect(anew.replaces && anew.profiles.count == 1)
                let again = try await next(
                    anna.watch([anna.id], fields.reversed(), from: anew.cursor))
                #expect(!again.replaces && again.profiles == [])
            }
        }
    }

    @Test func aThousandUsersComeInPartsThatBelongTogether() async throws {
        try await withServer { server in
            let anna = try await server.user(named: "anna")
            var ids = [anna.id]
            for _ in 0..<999 {
                let id = try server.ids.next()
                try await server.store.hold(nil, for: id, now: 1)
                try await server.store.confirm(id, now: 1)
                ids.append(id.description)
            }
            let stream = try await anna.watch(ids)
            var view = WatchedView()
            for number in 0..<16 {
                let part = try await next(stream)
                #expect(part.replaces == (number == 0))
                #expect(part.isCurrent == (number == 15))
                #expect((part.cursor != nil) == part.isCurrent)
                view.apply(part)
            }
            #expect(Set(view.profiles.keys) == Set(ids))
            let error = try await failure {
                let more = try server.ids.next().description
                _ = try await anna.watch(ids + [more]).next()
            }
            #expect(error.is(.invalidArgument, .tooMany))
        }
    }

    @Test func badRequestsAreRefused() async throws {
        try await withServer { server in
            let anna = try await server.user(named: "anna")
            let none = try await failure { _ = try await anna.watch([]).next() }
            #expect(none.is(.invalidArgument, .fieldMissing))
            let bad = try await failure { _ = try await anna.watch(["anna"]).next() }
            #expect(bad.is(.invalidArgument, .fieldMalformed))
            let twice = try await failure {
                _ = try await anna.watch([anna.id], [.bio, .bio]).next()
            }
            #expect(twice.is(.invalidArgument, .fieldMalformed))
            let stranger = try await failure {
                _ = try await server.anyone.watchProfiles(
                    WatchProfilesRequest(userIDs: [anna.id])
                ).next()
            }
            #expect(stranger.code == .unauthenticated)
        }
    }

    @Test func watchesAreLimited() async throws {
        try await withServer(configure: {
            ($0.watchesPerUser, $0.watchedUsers) = (2, 4)
            $0.limits["profile-watch.account"] = RateLimit(5, per: .seconds(3600))
        }) { server in
            let (anna, berta) = (
                try await server.user(named: "anna"), try await server.user(named: "berta")
            )
            let held = [try await anna.watch([anna.id]), try await anna.watch([berta.id])]
            for stream in held { _ = try await next(stream) }
            let third = try await failure { _ = try await anna.watch([anna.id]).next() }
            #expect(third.code == .unavailable)
            let ids = try (0..<3).map { _ in try server.ids.next().description }
            let large = try await failure { _ = try await berta.watch(ids).next() }
            #expect(large.code == .unavailable)
            held.forEach { $0.cancel() }
            try await eventually { server.handler.watches.withTable { $0.userCount } == 0 }
            for _ in 0..<2 { _ = try await next(anna.watch([anna.id])) }
            let often = try await failure { _ = try await anna.watch([anna.id]).next() }
            #expect(often.is(.resourceExhausted, .tooManyAttempts))
        }
    }

    @Test func aCallerWhoLeavesWhileTheWatchOpensLeavesNothingBehind() async throws {
        try await withServer(configure: {
            $0.limits["profile-watch.account"] = RateLimit(1000, per: .seconds(1))
        }) { server in
            let anna = try await server.user(named: "anna")
            for microseconds in stride(from: 0, to: 8000, by: 200) {
                let watch = Task { _ = try await anna.watch([anna.id]).next() }
                try await elapse(.microseconds(microseconds))
                watch.cancel()
                _ = await watch.result
            }
            try await eventually { server.handler.watches.withTable { $0.userCount } == 0 }
        }
    }

    @Test func aWatchEndsWithTheTokenOfItsCaller() async throws {
        let authenticator = EndingAuthenticator()
        try await withProfileServer(
            blobs: MemoryBlobs(), authenticator: authenticator,
            configure: { $0.heartbeat = .milliseconds(20) }
        ) { server in
            let anna = try await server.user(named: "anna")
            let stream = try await anna.watch([anna.id])
            _ = try await next(stream)
            authenticator.end()
            let error = try await failure { while try await stream.next() != nil {} }
            #expect(error.code == .unauthenticated)
        }
    }

    /// Calls are accepted for some seconds longer, as clocks differ.
    @Test func aWatchEndsAtTheEndOfItsTokenWhileCallsAreStillAccepted() async throws {
        let authenticator = EndingAuthenticator()
        try await withProfileServer(
            blobs: MemoryBlobs(), authenticator: authenticator,
            configure: { $0.heartbeat = .seconds(3600) }
        ) { server in
            let anna = try await server.user(named: "anna")
            authenticator.timeLeft.withLock { $0 = .milliseconds(50) }
            let stream = try await anna.watch([anna.id])
            _ = try await next(stream)
            authenticator.timeLeft.withLock { $0 = .zero }
            let error = try await failure { while try await stream.next() != nil {} }
            #expect(error.code == .unauthenticated)
            _ = try await anna.rename(to: "berta")
        }
    }

    @Test(arguments: [true, false])
    func aWatchEndsAtOnceWithTheSessionOfItsCaller(isNamed: Bool) async throws {
        let authenticator = EndingAuthenticator()
        try await withProfileServer(
            blobs: MemoryBlobs(), authenticator: authenticator,
            configure: { $0.heartbeat = .seconds(3600) }
        ) { server in
            let anna = try await server.user(named: "anna")
            let stream = try await anna.watch([anna.id])
            _ = try await next(stream)
            // Of somebody else: the watch goes on.
            server.runtime.endWatches(of: .sessions(["2"]))
            _ = try await anna.rename(to: "berta")
            _ = try await next(stream)
            authenticator.end()
            server.runtime.endWatches(of: isNamed ? .sessions(["1"]) : .all)
            let error = try await failure { while try await stream.next() != nil {} }
            #expect(error.code == .unauthenticated)
        }
    }

    @Test func watchesEndWhenTheServiceIsAboutToStop() async throws {
        try await withServer { server in
            let anna = try await server.user(named: "anna")
            let stream = try await anna.watch([anna.id])
            _ = try await next(stream)
            server.runtime.beginDrain()
            let error = try await failure { while try await stream.next() != nil {} }
            #expect(error.code == .unavailable)
            let late = try await failure { _ = try await anna.watch([anna.id]).next() }
            #expect(late.code == .unavailable)
        }
    }

    @Test func aChangeIsReadOnceForAllWhoWatch() async throws {
        try await withServer { server in
            let berta = try await server.user(named: "berta")
            var streams: [ResponseStream<WatchProfilesResponse>] = []
            for number in 0..<40 {
                let viewer = try await server.user(named: "user\(number)")
                let stream = try await viewer.watch([berta.id])
                _ = try await next(stream)
                streams.append(stream)
            }
            let before = server.handler.watches.withTable { $0.lastRound }
            _ = try await berta.rename(to: "clara")
            for stream in streams {
                #expect(try await next(stream).profiles.map(\.displayName) == ["clara"])
            }
            let rounds = server.handler.watches.withTable { $0.lastRound } - before
            // On PostgreSQL the log is looked at now and then whether or not it has grown.
            if TestEngine.current == .sqlite { #expect(rounds == 1) }
            #expect(rounds < 40)
        }
    }
}

/// Believes callers, until it is told to believe nobody.
final class EndingAuthenticator: Authenticator {
    private let isOver = Atomic(false)
    let timeLeft = Mutex<Duration?>(nil)

    func end() {
        isOver.store(true, ordering: .releasing)
    }

    func timeLeft(of context: CallContext) -> Duration? {
        timeLeft.withLock { $0 }
    }

    func authenticate(_ context: CallContext) async throws -> Caller {
        guard !isOver.load(ordering: .acquiring) else {
            throw RPCError(.unauthenticated, "the token is over")
        }
        return try await NamedCallers().authenticate(context)
    }
}
