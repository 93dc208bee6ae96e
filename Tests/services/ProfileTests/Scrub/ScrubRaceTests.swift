import Blobs
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// What is uploaded while a damaged photo is being found and moved aside heals it, and is never moved aside
/// itself: by the claims of one process, and by the rows of several instances.
@Suite(.serialized, .onEachEngine) struct ScrubRaceTests {
    private let bytes = TestPhoto.made(1)

    /// A damaged photo; two instances with claims of their own; and the user whose photo it is.
    private func withDamagedPhoto(
        settling: Duration = .zero,
        _ body: @escaping (ProfileServer, Scene) async throws -> Void
    ) async throws {
        let blobs = MemoryBlobs(settlingTime: settling)
        try await withProfileServer(isCollecting: false, blobs: blobs) { [bytes] server in
            let anna = try await server.user(named: "anna")
            let other = server.otherArchive(blobs)
            let user = try #require(UUIDv7(anna.id))
            let photo = try await other.replacePhoto(of: user, now: 1) {
                try await $0.append(bytes)
            }
            if settling > .zero { try await Task.sleep(for: settling + .milliseconds(20)) }
            blobs.damage(photo.id)
            try await body(
                server,
                Scene(blobs: blobs, photo: photo, user: user, other: other, bytes: bytes))
            // Whatever has happened: what was moved aside was damaged.
            #expect(blobs.quarantined.values.allSatisfy { $0 != bytes })
        }
    }

    private struct Scene: Sendable {
        let blobs: MemoryBlobs
        let photo: StoredPhoto
        let user: UUIDv7
        /// Another instance's.
        let other: PhotoArchive
        let bytes: [UInt8]

        @Sendable func upload() async throws {
            _ = try await other.replacePhoto(of: user, now: 1) { try await $0.append(bytes) }
        }

        func isSound() async throws -> Bool {
            try await other.photo(of: user, for: .user(user)).1 == bytes
        }
    }

    @Test func anUploadBetweenTheLastReadAndTheMarkHealsThePhoto() async throws {
        try await withDamagedPhoto { server, scene in
            scene.blobs.afterNextCheck { _ in
                scene.blobs.afterNextCheck { _ in try await scene.upload() }
            }
            try await server.pass()
            #expect(scene.blobs.checked.count == 2)
            #expect(try await server.damaged() == [])
            try await server.collected()
            #expect(try await scene.isSound())
            #expect(try await server.pass().damagedFiles == 0)
        }
    }

    @Test func aReadThatWentWrongOnceIsNoDamage() async throws {
        try await withDamagedPhoto { server, scene in
            scene.blobs.afterNextCheck { photo in scene.blobs.damage(photo, scene.bytes) }
            let state = try await server.pass()
            #expect(state.damagedFiles == 0 && scene.blobs.checked.count == 2)
            #expect(try await scene.isSound())
        }
    }

    @Test func anUploadBetweenTheMarkAndTheMoveHealsThePhoto() async throws {
        try await withDamagedPhoto { server, scene in
            try await server.pass()
            #expect(try await server.damaged() == [scene.photo.id.hex])
            #expect(try await server.count("garbage") == 1)
            try await scene.upload()
            #expect(try await server.damaged() == [])
            try await server.collected()
            #expect(scene.blobs.quarantined.isEmpty)
            #expect(try await scene.isSound())
        }
    }

    @Test func anUploadDuringTheMoveWaitsAndHealsThePhoto() async throws {
        try await withDamagedPhoto { server, scene in
            try await server.pass()
            let store = server.store
            let id = scene.photo.id
            let begun = try await store.beginRemoval(of: [id], token: 7, lease: 60_000)
            #expect(begun == [.init(file: id, isDamaged: true)])
            let upload = Task { try await scene.upload() }
            try await Task.sleep(for: .milliseconds(50))
            #expect(try await server.damaged() == [id.hex])
            try await scene.blobs.quarantine(id)
            try await store.endRemoval(of: begun, token: 7)
            try await upload.value
            #expect(try await scene.isSound())
            #expect(scene.blobs.quarantined == [id: [9]])
            try await server.collected()
            #expect(try await scene.isSound())
        }
    }

    /// Another instance has written the file, and not yet its row.
    @Test func aFileThatIsBeingWrittenIsNotMarkedBeforeThatHasSettled() async throws {
        try await withDamagedPhoto(settling: .milliseconds(400)) { server, scene in
            let id = scene.photo.id
            let announced = try await scene.other.announce(id)
            let scrub = server.scrub()
            let state = try await server.pass(scrub)
            #expect(state.trouble == nil && state.damagedFiles == 0 && state.endedAt == nil)
            // It waits before that file.
            #expect(state.lastFile == nil && state.nextAt > state.now)
            #expect(try await server.damaged() == [])
            scene.blobs.damage(id, scene.bytes)
            try await server.store.setPhoto(
                scene.photo, announced: announced, of: scene.user, now: 1)
            #expect(try await server.pass(scrub).endedAt != nil)
            #expect(try await scene.isSound())
            try await server.collected()
            #expect(try await scene.isSound())
        }
    }

    /// The announced upload never comes.
    @Test func whatWasAnnouncedAndNotWrittenIsMarkedOnceItHasSettled() async throws {
        try await withDamagedPhoto(settling: .milliseconds(200)) { server, scene in
            let announced = try await scene.other.announce(scene.photo.id)
            #expect(try await server.pass().damagedFiles == 0)
            try await Task.sleep(for: .milliseconds(220))
            #expect(try await server.pass().damagedFiles == 1)
            // Too late: what it has written may have been moved aside.
            await #expect(throws: RPCError.photoOvertaken) {
                try await server.store.setPhoto(
                    scene.photo, announced: announced, of: scene.user, now: 1)
            }
            try await server.collected()
            try await scene.upload()
            #expect(try await scene.isSound())
        }
    }

    @Test func aFileThatWasPutBackIsNotMovedAside() async throws {
        try await withDamagedPhoto { server, scene in
            try await server.pass()
            scene.blobs.damage(scene.photo.id, scene.bytes)
            try await server.collected()
            #expect(scene.blobs.quarantined.isEmpty)
            try await server.scrub().lookForReturns()
            #expect(try await server.damaged() == [])
            #expect(try await scene.isSound())
        }
    }

    @Test func aPhotoThatGoesWhileItIsMovedAsideLeavesNothing() async throws {
        try await withDamagedPhoto { server, scene in
            try await server.pass()
            let (store, id) = (server.store, scene.photo.id)
            let begun = try await store.beginRemoval(of: [id], token: 7, lease: 0)
            try await scene.other.deletePhoto(of: scene.user, now: 1)
            try await scene.blobs.quarantine(id)
            try await store.endRemoval(of: begun, token: 7)
            #expect(scene.blobs.quarantined.count == 1)
            try await server.collected()
            #expect(scene.blobs.quarantined.isEmpty && scene.blobs.ids.isEmpty)
            #expect(try await server.count("garbage") == 0)
        }
    }

    @Test func aFileThatIsPutBackWhileAnUploadWritesItIsTheUploads() async throws {
        try await withDamagedPhoto { server, scene in
            let id = scene.photo.id
            scene.blobs.damage(id, nil)
            try await server.pass()
            let found = try #require(
                try await server.store.damagedPhotos(after: nil, limit: 1).first)
            let announced = try await scene.other.announce(id)
            scene.blobs.damage(id, scene.bytes)
            #expect(try await !server.store.noteReturn(ofFile: id, upload: found.upload))
            try await server.store.setPhoto(
                scene.photo, announced: announced, of: scene.user, now: 1)
            #expect(try await server.damaged() == [])
            // Nor is it what it was when it was looked at.
            #expect(try await !server.store.noteReturn(ofFile: id, upload: found.upload))
        }
    }

    /// Users of two instances upload the same few photos and delete them, while files decay, and both search and
    /// collect without rest.
    @Test(arguments: UInt64(1)...2)
    func whateverIsDoneAtOnceNoGoodFileIsMovedAside(_ seed: UInt64) async throws {
        let blobs = MemoryBlobs(settlingTime: .milliseconds(100))
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            var users: [UUIDv7] = []
            for number in 0..<4 {
                let user = try await server.user(named: "user\(number)")
                users.append(try #require(UUIDv7(user.id)))
            }
            let archives = [server.handler.photos, server.otherArchive(blobs)]
            let background = archives.map { archive in
                Task {
                    let scrub = server.scrub(of: archive) { $0.lease = .milliseconds(5) }
                    var reading = scrub.newReading
                    while !Task.isCancelled {
                        try? await server.store.startScrub(acceptingDamage: true)
                        _ = try? await scrub.turn(&reading)
                        _ = try? await archive.collect()
                        try? await scrub.lookForReturns(&reading)
                    }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, user) in users.enumerated() {
                    let archive = archives[number % 2]
                    group.addTask {
                        var random = TestNumbers(seed: seed << 8 | UInt64(number))
                        for _ in 0..<20 {
                            let photo = TestPhoto.made(UInt8.random(in: 0..<2, using: &random))
                            switch Int.random(in: 0..<4, using: &random) {
                            case 0: try await archive.deletePhoto(of: user, now: 1)
                            case 1:
                                let id = BlobID(SHA256Digest(of: photo).description)
                                if let id, blobs.ids.contains(id) { blobs.damage(id) }
                            default:
                                do {
                                    _ = try await archive.replacePhoto(of: user, now: 1) {
                                        try await $0.append(photo)
                                    }
                                } catch let error as RPCError where error.code == .unavailable {}
                            }
                            try await Task.sleep(for: .milliseconds(5))
                        }
                    }
                }
                try await group.waitForAll()
            }
            for task in background {
                task.cancel()
                await task.value
            }
            for (id, bytes) in blobs.quarantined {
                #expect(SHA256Digest(of: bytes).description != id.hex)
            }
            // Once all has settled, each photo is sound or known to be damaged, and an upload heals it.
            try await Task.sleep(for: .milliseconds(120))
            try await server.pass(acceptingDamage: true)
            try await server.pass(acceptingDamage: true)
            for (number, user) in users.enumerated() {
                _ = try await archives[number % 2].replacePhoto(of: user, now: 1) {
                    try await $0.append(TestPhoto.made(0))
                }
            }
            for user in users {
                let photo = try await archives[0].photo(of: user, for: .user(user)).1
                #expect(photo == TestPhoto.made(0))
            }
            try await Task.sleep(for: .milliseconds(120))
            try await server.collected()
            #expect(try await server.damaged() == [])
            #expect(Set(blobs.ids.map(\.hex)) == (try await server.photosOfProfiles()))
        }
    }
}
