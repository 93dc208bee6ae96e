import Dispatch
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized, .onEachEngine) struct WatchProfileChangesTests {
    /// A service's copy of all users.
    private struct Copy {
        var profiles: [String: PublicProfile] = [:]
        var blocks: [String: Set<String>] = [:]
        var cursor: ProfileChangeCursor?
        /// Users who were told of, in order.
        var told: [String] = []

        mutating func apply(_ part: WatchProfileChangesResponse) throws {
            if part.replaces { (profiles, blocks) = ([:], [:]) }
            for change in part.changes {
                told.append(change.userID)
                switch change.now {
                case .profile(let profile): profiles[change.userID] = profile
                case .blocks(let blocked):
                    let ids = try blocked.userIDs.map {
                        try #require(UUIDv7(bytes: $0)).description
                    }
                    blocks[change.userID] = Set(ids)
                case .isGone:
                    profiles[change.userID] = nil
                    blocks[change.userID] = nil
                case nil: Issue.record("a change says nothing")
                }
            }
            cursor = part.cursor
        }
    }

    /// Reads parts until one is current and `isReached`.
    private func read(
        _ stream: ResponseStream<WatchProfileChangesResponse>, into copy: inout Copy,
        until isReached: (Copy) -> Bool = { _ in true }
    ) async throws {
        while let part = try await stream.next() {
            try copy.apply(part)
            if part.isCurrent, isReached(copy) { return }
        }
        Issue.record("the stream has ended")
    }

    @Test func everyUserIsToldOfAndThenEachChange() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            try await server.service.hold("held", for: server.stranger().id)
            var copy = Copy()
            let stream = try await server.service.follow()
            let first = try #require(try await stream.next())
            #expect(first.replaces && first.isCurrent)
            try copy.apply(first)
            #expect(copy.told == [anna.id, berta.id])
            let plain = PublicProfile(displayName: "berta", photoVisibility: .signedIn)
            #expect(copy.profiles[berta.id] == plain)

            _ = try await anna.rename(to: "clara")
            try await read(stream, into: &copy) { $0.profiles[anna.id]?.displayName == "clara" }
            let photo = try await anna.upload(TestPhoto.made(1))
            try await read(stream, into: &copy) { $0.profiles[anna.id]?.photo == photo }
            try await anna.show(.photo, to: .onlyMe)
            try await read(stream, into: &copy) {
                $0.profiles[anna.id]?.photoVisibility == .onlyMe
            }
            try await anna.deletePhoto()
            try await read(stream, into: &copy) { $0.profiles[anna.id]?.photo == nil }
            try await anna.block(.userID(berta.id))
            try await read(stream, into: &copy) { $0.blocks[anna.id] == [berta.id] }
            try await anna.unblock(.userID(berta.id))
            try await read(stream, into: &copy) { $0.blocks[anna.id] == [] }
            _ = try await server.operator.removeName(of: .userID(anna.id))
            try await read(stream, into: &copy) { $0.profiles[anna.id]?.displayName == "" }
            _ = try await server.operator.setName(of: .userID(anna.id), to: "dora")
            try await read(stream, into: &copy) { $0.profiles[anna.id]?.displayName == "dora" }
            try await server.service.erase(anna.id)
            try await read(stream, into: &copy) { $0.profiles[anna.id] == nil }
            let nameless = try await server.namelessUser()
            try await read(stream, into: &copy) { $0.profiles[nameless.id]?.displayName == "" }
            #expect(copy.profiles.count == 2)
        }
    }

    @Test func aCursorGoesOnWhereItEnded() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            var users: [Person] = []
            for number in 0..<5 { users.append(try await server.user(named: "user\(number)")) }
            var copy = Copy()
            let first = try await server.service.follow()
            try await read(first, into: &copy) { $0.profiles.count == 5 }
            first.cancel()

            // Several changes of one user are told once.
            for name in ["anna", "berta", "clara"] { _ = try await users[1].rename(to: name) }
            try await users[3].block(.userID(users[0].id))
            copy.told = []
            let second = try await server.service.follow(from: copy.cursor)
            let part = try #require(try await second.next())
            #expect(!part.replaces)
            try copy.apply(part)
            #expect(copy.told == [users[1].id, users[3].id])
            #expect(copy.profiles[users[1].id]?.displayName == "clara")
        }
    }

    /// The newest blocks are behind all profiles, and hide users from each other.
    @Test func whoBeginsHearsOfAllBlocksFirst() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            var users: [Person] = []
            for number in 0..<3 { users.append(try await server.user(named: "user\(number)")) }
            try await users[1].block(.userID(users[0].id))
            var copy = Copy()
            let stream = try await server.service.follow()
            let first = try #require(try await stream.next())
            #expect(first.replaces && !first.isCurrent)
            try copy.apply(first)
            #expect(copy.told == [users[1].id])
            #expect(copy.blocks == [users[1].id: [users[0].id]])
            // Who loses the stream now goes on without loss.
            for rest in [stream, try await server.service.follow(from: copy.cursor)] {
                var copy = copy
                let part = try #require(try await rest.next())
                #expect(!part.replaces && part.isCurrent)
                try copy.apply(part)
                #expect(copy.profiles.count == 3)
                #expect(copy.blocks == [users[1].id: [users[0].id]])
                rest.cancel()
            }
        }
    }

    @Test func aCursorThatIsAheadBeginsAnew() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for cursor in [
                ProfileChangeCursor(position: 1 << 62, number: 7),
                ProfileChangeCursor(position: 0, number: 1 << 40),
            ] {
                // On PostgreSQL no transaction has the number 0.
                let stream = try await server.service.follow(from: cursor)
                let part = try #require(try await stream.next())
                guard part.replaces else {
                    #expect(TestEngine.current == .postgresql && cursor.position == 0)
                    continue
                }
                #expect(part.changes.map(\.userID) == [anna.id])
                stream.cancel()
            }
        }
    }

    @Test func manyUsersComeInParts() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let count = 1_203
            let ids = try (0..<count).map { _ in try server.ids.next() }
            for id in ids {
                try await server.store.hold(nil, for: id, now: 1)
                try await server.store.confirm(id, now: 1)
            }
            var copy = Copy()
            let stream = try await server.service.follow()
            try await read(stream, into: &copy)
            #expect(copy.told == ids.map(\.description))
        }
    }

    /// What matters on PostgreSQL, where a transaction that has begun first may commit last.
    @Test func aCopyIsRightWhateverTheOrderOfTheCommits() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let users = try await withThrowingTaskGroup(of: UUIDv7.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let id = try server.ids.next()
                        try await server.store.hold(nil, for: id, now: 1)
                        try await server.store.confirm(id, now: 1)
                        return id
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var copy = Copy()
            let stream = try await server.service.follow()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, user) in users.enumerated() {
                    group.addTask {
                        for turn in 0..<10 {
                            let name = try #require(DisplayName("user\(number)_\(turn % 3)"))
                            _ = try await server.store.rename(user, to: name, now: 1)
                        }
                    }
                }
                try await group.waitForAll()
            }
            // Reads what was told meanwhile, too.
            let last = try await server.user(named: "last")
            try await read(stream, into: &copy) { $0.profiles[last.id] != nil }
            for (number, user) in users.enumerated() {
                #expect(copy.profiles[user.description]?.displayName == "user\(number)_0")
            }
            #expect(copy.profiles.count == users.count + 1)
        }
    }

    /// The transactions of PostgreSQL overlap; SQLite's do not.
    @Test func aTransactionThatCommitsLateIsNotSkipped() async throws {
        guard TestEngine.current == .postgresql else { return }
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let mayCommit = DispatchSemaphore(value: 0)
            let id = try #require(UUIDv7(anna.id))
            let late = Task {
                try await server.store.write { transaction in
                    try transaction.noteChange(of: id)
                    hasBegun.finish()
                    mayCommit.wait()
                }
            }
            for await _ in begun {}
            let before = try await server.store.changes(after: nil)
            let berta = try await server.user(named: "berta")
            let meanwhile = try await server.store.changes(after: before.end)
            #expect(meanwhile.changes == [])
            // Nobody is told to have heard of all that was committed.
            #expect(before.isCurrent && !meanwhile.isCurrent)
            let stream = try await server.service.follow()
            #expect(try await stream.next()?.isCurrent == false)
            mayCommit.signal()
            mayCommit.signal()
            try await late.value
            let after = try await server.store.changes(after: meanwhile.end)
            #expect(after.changes.map(\.userID) == [anna.id, berta.id])
            #expect(after.isCurrent)
            let told = try #require(try await stream.next())
            #expect(told.isCurrent && told.changes.map(\.userID) == [anna.id, berta.id])
        }
    }

    @Test func whileNothingChangesAMessageSaysThatTheStreamIsThere() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(), configure: { $0.heartbeat = .milliseconds(20) }
        ) { server in
            let stream = try await server.service.follow()
            for _ in 0..<3 {
                let part = try #require(try await stream.next())
                #expect(part.changes == [] && part.isCurrent)
            }
        }
    }

    @Test func aServiceFollowsSixteenTimesAndUsersDoNot() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let refused = try await failure { _ = try await anna.follow().next() }
            #expect(refused.code == .permissionDenied)
            let games = Person(server, "service games")
            var streams: [ResponseStream<WatchProfileChangesResponse>] = []
            for _ in 0..<ProfileStore.followerLimitOfService {
                let stream = try await games.follow()
                _ = try await stream.next()
                streams.append(stream)
            }
            let error = try await failure { _ = try await games.follow().next() }
            #expect(error.is(.resourceExhausted, .tooMany))
            #expect(try await server.service.follow().next() != nil)
            streams[0].cancel()
            // The place is free once the service has noticed.
            try await eventually { (try? await games.follow().next()) != nil }
        }
    }

    @Test func theStreamsEndWhenTheServiceIsAboutToStop() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let stream = try await server.service.follow()
            _ = try await stream.next()
            server.runtime.beginDrain()
            let error = try await failure { while try await stream.next() != nil {} }
            #expect(error.code == .unavailable)
            let late = try await failure { _ = try await server.service.follow().next() }
            #expect(late.code == .unavailable)
        }
    }
}
