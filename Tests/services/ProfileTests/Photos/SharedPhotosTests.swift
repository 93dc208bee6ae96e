import Blobs
import Foundation
import Logging
import RollcallCrypto
import RollcallRPC
import Storage
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// Instances that share one database and one object store.
@Suite(.serialized) struct SharedPhotosTests {
    private let photo = TestPhoto.made(1)

    private var id: BlobID {
        get throws { try #require(BlobID(SHA256Digest(of: photo).description)) }
    }

    /// Users of two instances upload the same few photos and delete them, while the collectors of
    /// both never rest and both compare and mend.
    @Test(arguments: UInt64(1)...3)
    func noUploadLosesItsFileToAnotherInstance(_ seed: UInt64) async throws {
        let blobs = MemoryBlobs(settlingTime: .milliseconds(300))
        try await withInstances(2, blobs) { instances, users in
            let background = instances.map { archive in
                Task {
                    var check = PhotoCheck.fast(of: archive)
                    while !Task.isCancelled {
                        _ = try? await archive.collect()
                        for number in 0..<2 as Range<UInt8> {
                            let id = BlobID(SHA256Digest(of: TestPhoto.made(number)).description)
                            let byte = id.flatMap { UInt8($0.hex.prefix(2), radix: 16) } ?? 0
                            try? await check.check(part: byte) { _ in }
                        }
                    }
                }
            }
            let acknowledged = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, user) in users.enumerated() {
                    let archive = instances[number % instances.count]
                    group.addTask {
                        var random = TestNumbers(seed: seed << 8 | UInt64(number))
                        var acknowledged = 0
                        for _ in 0..<25 {
                            if Int.random(in: 0..<2, using: &random) == 0 {
                                try await archive.deletePhoto(of: user, now: 1)
                                continue
                            }
                            let photo = TestPhoto.made(UInt8.random(in: 0..<2, using: &random))
                            do {
                                _ = try await archive.replacePhoto(of: user, now: 1) {
                                    try await $0.append(photo)
                                }
                            } catch let error as RPCError where error.code == .unavailable {
                                // Not acknowledged, and said so.
                                continue
                            }
                            acknowledged += 1
                            #expect(try await archive.photo(of: user, for: .user(user)).1 == photo)
                        }
                        return acknowledged
                    }
                }
                return try await group.reduce(0, +)
            }
            for task in background {
                task.cancel()
                await task.value
            }
            #expect(acknowledged > 20)
            // What is left is what is referred to, once all has settled.
            let archive = instances[0]
            try await eventually {
                _ = try await archive.collect()
                return try await archive.store.database.first(
                    Query<Int>("SELECT count(*) FROM garbage"))
                    == 0
            }
            let wanted = try await archive.store.database.all(
                Query<BlobID>("SELECT photoID FROM profile WHERE photoID IS NOT NULL"))
            #expect(blobs.ids == Set(wanted))
        }
    }

    @Test func aRemovalThatBeganFailsTheUploadsThatWereAnnouncedBefore() async throws {
        let blobs = MemoryBlobs(settlingTime: .zero)
        try await withInstances(2, blobs) { instances, users in
            let (store, other) = (instances[0].store, instances[1].store)
            let announced = try #require(try await store.announce(id))
            // The row stays, and its token serves the other uploads.
            #expect(try await other.announce(id) == announced)
            let begun = try await other.beginRemoval(of: [id], token: 7, lease: 60_000)
            #expect(begun == [try id])
            let stored = StoredPhoto(id: try id, size: 1, width: 1, height: 1)
            for _ in 0..<2 {
                await #expect(throws: RPCError.photoOvertaken) {
                    try await store.setPhoto(stored, announced: announced, of: users[0], now: 1)
                }
                // Under way: nobody else may upload or remove. Then over: the row is gone.
                #expect(try await store.announce(id) == nil)
                #expect(try await store.beginRemoval(of: [id], token: 8, lease: 0) == [])
            }
            try await store.endRemoval(of: begun, token: 8)
            #expect(try await store.announce(id) == nil)
            try await other.endRemoval(of: begun, token: 7)
            await #expect(throws: RPCError.photoOvertaken) {
                try await store.setPhoto(stored, announced: announced, of: users[0], now: 1)
            }
            let again = try #require(try await store.announce(id))
            #expect(again != announced)
            await #expect(throws: RPCError.photoOvertaken) {
                try await store.setPhoto(stored, announced: announced, of: users[0], now: 1)
            }
            try await store.setPhoto(stored, announced: again, of: users[0], now: 1)
        }
    }

    @Test func theRemovalOfADeadInstanceIsTakenOverWhenItsTimeIsOver() async throws {
        let blobs = MemoryBlobs(settlingTime: .zero)
        try await withInstances(2, blobs) { instances, users in
            let (store, dead) = (instances[0].store, instances[1].store)
            let announced = try #require(try await dead.announce(id))
            let begun = try await dead.beginRemoval(of: [id], token: 7, lease: 0)
            let stored = StoredPhoto(id: try id, size: 1, width: 1, height: 1)
            let taken = try #require(try await store.announce(id))
            #expect(taken != announced)
            // Not dead after all: neither its upload nor its removal counts any more.
            await #expect(throws: RPCError.photoOvertaken) {
                try await dead.setPhoto(stored, announced: announced, of: users[0], now: 1)
            }
            try await dead.endRemoval(of: begun, token: 7)
            try await store.setPhoto(stored, announced: taken, of: users[0], now: 1)
        }
    }

    @Test func nobodyRemovesWhatWasLatelyWritten() async throws {
        let blobs = MemoryBlobs(settlingTime: .seconds(300))
        try await withInstances(2, blobs) { instances, users in
            _ = try await instances[0].replacePhoto(of: users[0], now: 1) {
                try await $0.append(photo)
            }
            try await instances[0].deletePhoto(of: users[0], now: 1)
            _ = try await instances[1].collect()
            #expect(blobs.ids == [try id])
            #expect(try await instances[1].store.garbage(after: nil, limit: 1) == [])
            // It is taken up again by another instance.
            _ = try await instances[1].replacePhoto(of: users[1], now: 1) {
                try await $0.append(photo)
            }
            #expect(try await instances[0].photo(of: users[1], for: .user(users[1])).1 == photo)
        }
    }

    /// A write was given up whose bytes may still arrive.
    @Test func whatAnUnacknowledgedUploadLeftIsRemovedOnceItHasSettled() async throws {
        let blobs = MemoryBlobs(settlingTime: .milliseconds(100))
        try await withInstances(1, blobs) { instances, users in
            blobs.fail(.committed, with: .unavailable("too late"))
            let error = try await failure {
                _ = try await instances[0].replacePhoto(of: users[0], now: 1) {
                    try await $0.append(photo)
                }
            }
            #expect(error == .photosUnavailable)
            #expect(blobs.ids == [try id])
            try await eventually {
                _ = try await instances[0].collect()
                return blobs.ids.isEmpty
            }
        }
    }

    @Test func aPhotoThatCameBackSinceItWasMissedIsNotForgotten() async throws {
        let blobs = MemoryBlobs(settlingTime: .seconds(300))
        try await withInstances(2, blobs) { instances, users in
            for user in users.prefix(2) {
                _ = try await instances[0].replacePhoto(of: user, now: 1) {
                    try await $0.append(photo)
                }
            }
            let seen = try #require(try await instances[0].store.fileRow(of: id).upload)
            _ = try await instances[1].replacePhoto(of: users[0], now: 1) {
                try await $0.append(photo)
            }
            #expect(try await !instances[0].store.forget(id, upload: seen, now: 1))
            #expect(try await instances[0].photo(of: users[1], for: .user(users[1])).1 == photo)
        }
    }

    /// Archives with a store each, on the same tables, and six users.
    private func withInstances(
        _ count: Int, _ blobs: MemoryBlobs,
        _ body: ([PhotoArchive], [UUIDv7]) async throws -> Void
    ) async throws {
        let location = try await PostgreSQLServer.shared.location()
        var stores: [ProfileStore] = []
        for _ in 0..<count {
            stores.append(try await blocking { try ProfileStore(location) { _ in } })
        }
        let archives = stores.map {
            PhotoArchive(
                store: $0, blobs: blobs, limits: .usual, retryPause: .seconds(1),
                logger: .quiet)
        }
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        var users: [UUIDv7] = []
        for _ in 0..<6 {
            let user = try ids.next()
            try await stores[0].restore(user, wanting: .none, now: 1) {
                throw RPCError.profileNotFound
            }
            users.append(user)
        }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(archives, users))
        } catch {
            outcome = .failure(error)
        }
        try await blocking { [stores] in for store in stores { try store.close() } }
        try outcome.get()
    }
}
