import Blobs
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// A change of a photo that more users share than one transaction notes.
@Suite(.serialized, .onEachEngine) struct SharedPhotoChangesTests {
    private let bytes = TestPhoto.made(1)

    private static let addUser = Command<UUIDv7, BlobID>(
        "INSERT INTO profile (userID, createdAtMs, updatedAtMs, photoID) VALUES ($1, 1, 1, $2)")

    /// Gives the photo to as many new users.
    private func share(
        _ photo: BlobID, with count: Int, of server: ProfileServer
    ) async throws -> Set<String> {
        let users = try (0..<count).map { _ in try server.ids.next() }
        try await server.store.write { transaction in
            for user in users { try transaction.run(Self.addUser, user, photo) }
        }
        return Set(users.map(\.description))
    }

    /// The users whose change is noted behind a position.
    private func told(after start: ChangePosition, by store: ProfileStore) async throws -> Set<
        String
    > {
        var (users, position): (Set<String>, ChangePosition) = ([], start)
        while true {
            let page = try await store.changes(after: position)
            users.formUnion(page.changes.map(\.userID))
            position = page.end
            if page.isLast { return users }
        }
    }

    /// Users who share a photo that has changed; a server with no work beside the calls has noted that, and was
    /// killed after as many transactions more. Then `body` is run with a server that works.
    private func withLeftChanges(
        of count: Int, afterTransactions transactions: Int = 0,
        _ body: @escaping (ProfileServer, _ users: Set<String>, ChangePosition) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        let location = try await TestEngine.location(folder.path + "/profile.sqlite")
        let blobs = MemoryBlobs()
        let (others, position) = try await withProfileServer(
            at: location, isCollecting: false, blobs: blobs
        ) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(bytes).blob
            let others = try await share(photo, with: count - 1, of: server)
            let position = try await server.store.changes(after: nil).end
            try await server.store.write { try $0.noteChange(ofUsersWith: photo) }
            for _ in 0..<transactions {
                try await server.store.write { try $0.noteNextUsersOfSharedPhoto() }
            }
            #expect(try await server.count("sharedPhotoChange") == 1)
            return (others.union([anna.id]), position)
        }
        try await withProfileServer(at: location, blobs: blobs) { server in
            try await body(server, others, position)
        }
    }

    @Test(arguments: [0, 1])
    func aServerThatWasKilledAmongTheUsersGoesOnWithTheOthers(_ transactions: Int) async throws {
        try await withLeftChanges(of: 1201, afterTransactions: transactions) {
            server, users, position in
            try await eventually {
                try await self.told(after: position, by: server.store) == users
            }
            try await eventually { try await server.count("sharedPhotoChange") == 0 }
        }
    }

    @Test func whoFollowsHearsOfAllUsersAndOnceMoreOfTheNextChange() async throws {
        try await withLeftChanges(of: 501) { server, users, position in
            try await eventually { try await server.count("sharedPhotoChange") == 0 }
            let start = try await server.store.changes(after: position).end
            // A second change, of a server that goes on by itself.
            let photo = try #require(BlobID(SHA256Digest(of: bytes).description))
            try await server.store.write { try $0.noteChange(ofUsersWith: photo) }
            try await eventually {
                try await self.told(after: start, by: server.store) == users
            }
        }
    }

    /// The first 500 were noted for the second change, and 501 to 1000 for the first one alone.
    @Test func aChangeWhileAnotherIsNotedBeginsAnew() async throws {
        try await withProfileServer(isCollecting: false, blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(bytes).blob
            let users = try await share(photo, with: 1200, of: server).union([anna.id])
            try await server.store.write { try $0.noteChange(ofUsersWith: photo) }
            try await server.store.write { try $0.noteNextUsersOfSharedPhoto() }
            let position = try await server.store.first(ProfileStore.newestChange) ?? .start
            try await server.store.write { try $0.noteChange(ofUsersWith: photo) }
            try await server.store.noteSharedPhotoChanges()
            #expect(try await told(after: position, by: server.store) == users)
            #expect(try await server.count("sharedPhotoChange") == 0)
        }
    }

    /// The user who was noted last is erased: the others are noted, and no row names the user any more.
    @Test(arguments: [500, 501, 1200])
    func theUserWhoWasNotedLastCanBeErased(_ count: Int) async throws {
        try await withProfileServer(isCollecting: false, blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(bytes).blob
            let users = try await share(photo, with: count - 1, of: server).union([anna.id])
            let start = try await server.store.changes(after: nil).end
            try await server.store.write { try $0.noteChange(ofUsersWith: photo) }
            let last = try #require(UUIDv7(users.sorted()[ProfileStore.usersAtOnce - 1]))
            #expect(try await server.mentions(of: last).contains("sharedphotochange.lastuserid"))
            try await server.service.erase(last.description)
            #expect(
                try await server.mentions(of: last) == ["change.userid", "eraseduser.userid"])
            try await server.store.noteSharedPhotoChanges()
            #expect(try await server.count("sharedPhotoChange") == 0)
            // On PostgreSQL, changes are told once all transactions of the server that began before have ended.
            try await eventually {
                try await self.told(after: start, by: server.store) == users
            }
        }
    }
}
