import Blobs
import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// A file is on the disk as long as a row refers to it, and no longer.
@Suite(.serialized, .onEachEngine) struct PhotoCollectionTests {
    /// Users who upload the same few photos and delete them, in random orders, while a collector
    /// never rests.
    @Test(arguments: UInt64(1)...2)
    func noUploadLosesItsFileToTheCollector(_ seed: UInt64) async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            var users: [UUIDv7] = []
            for number in 0..<6 {
                let user = try await server.user(named: "user\(number)")
                users.append(try #require(UUIDv7(user.id)))
            }
            let photos = server.handler.photos
            let collector = Task {
                while !Task.isCancelled { _ = try await photos.collect() }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, user) in users.enumerated() {
                    group.addTask {
                        var random = TestNumbers(seed: seed << 8 | UInt64(number))
                        try await changePhotos(of: user, photos, &random)
                    }
                }
                try await group.waitForAll()
            }
            collector.cancel()
            _ = await collector.result
            try await server.collected()
            let wanted = try await server.photosOfProfiles()
            #expect(Set(blobs.ids.map(\.hex)) == wanted)
            #expect(try await server.photos() == wanted)
        }
    }

    private func changePhotos(
        of user: UUIDv7, _ photos: PhotoArchive, _ random: inout TestNumbers
    ) async throws {
        for _ in 0..<40 {
            if Int.random(in: 0..<3, using: &random) == 0 {
                try await photos.deletePhoto(of: user, now: 1)
            } else {
                let photo = TestPhoto.made(UInt8.random(in: 0..<2, using: &random))
                _ = try await photos.replacePhoto(of: user, now: 1) { upload in
                    try await upload.append(photo)
                }
                #expect(try await photos.photo(of: user, for: .user(user)).1 == photo)
            }
        }
    }

    // B09
    @Test func whatACrashLeftBehindIsCollectedAtTheStart() async throws {
        try await withProfileServer(isCollecting: false) { server in
            let anna = try await server.user(named: "anna")
            let kept = try await anna.upload(TestPhoto.made(1))
            // Killed between the file and its row; and before the file.
            let archive = server.handler.photos
            var upload = PhotoUpload(to: archive.blobs, limits: .usual)
            try await upload.append(TestPhoto.made(2))
            let orphan = try await upload.finish()
            try await archive.store.announce(orphan.id)
            try await upload.commit(orphan)
            let unwritten = try #require(BlobID(SHA256Digest(of: [1]).description))
            try await archive.store.announce(unwritten)
            // Killed after the last row that referred to it was gone.
            try await anna.deletePhoto()
            _ = try await anna.upload(TestPhoto.made(3))
            #expect(try await server.stored.ids().isSuperset(of: [kept.photoID, orphan.id.hex]))

            let run = Task { try await archive.run() }
            try await eventually { try await server.count("garbage") == 0 }
            run.cancel()
            try await run.value
            let photo = try await anna.profile(of: anna.id)?.photo
            #expect(try await server.stored.ids() == [try #require(photo).photoID])
        }
    }

    @Test func aPhotoThatWasToBeCollectedIsTakenUpAgain() async throws {
        try await withProfileServer(isCollecting: false) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await anna.deletePhoto()
            #expect(try await server.count("garbage") == 1)
            #expect(try await anna.upload(TestPhoto.made(1)) == photo)
            #expect(try await server.count("garbage") == 0)
            try await server.collected()
            #expect(try await anna.download(anna.id).photo == photo)
        }
    }

    @Test func aPhotoThatWasTakenUpSinceTheCollectorLookedIsKept() async throws {
        try await withProfileServer(isCollecting: false) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await anna.deletePhoto()
            let batch = try await server.store.garbage(after: nil, limit: 10)
            #expect(batch.map(\.hex) == [photo.photoID])
            _ = try await anna.upload(TestPhoto.made(1))
            #expect(try await server.handler.photos.collect(batch))
            #expect(try await anna.download(anna.id).photo == photo)
        }
    }

    @Test func aPhotoThatCannotHaveItsRowIsCollected() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let nobody = try server.ids.next()
            let error = try await failure {
                _ = try await server.handler.photos.replacePhoto(of: nobody, now: 1) {
                    try await $0.append(TestPhoto.made(1))
                }
            }
            #expect(error.is(.notFound, .profileNotFound))
            #expect(blobs.ids.count == 1)
            try await server.collected()
            #expect(blobs.ids.isEmpty)
        }
    }

    @Test func whatCannotBeRemovedIsTriedAgainAndHoldsNothingUp() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(blobs: blobs) { configuration in
            configuration.collectionRetryPause = .milliseconds(10)
            configuration.uploadsPerHour = RateLimit(70, per: .seconds(3600))
        } _: { server in
            let anna = try await server.user(named: "anna")
            blobs.fail(.delete, with: .io(EIO))
            // More than one batch.
            for number in 0..<70 as Range<UInt8> {
                _ = try await anna.upload(TestPhoto.made(number))
            }
            try await anna.deletePhoto()
            #expect(try await server.count("garbage") == 70)
            blobs.fail(.delete, with: nil)
            try await eventually { blobs.ids.isEmpty }
            try await eventually { try await server.count("garbage") == 0 }
        }
    }

    @Test(arguments: [MemoryBlobs.Step.write, .commit, .committed])
    func aFullDiskIsSaidAndTheOldPhotoStays(_ step: MemoryBlobs.Step) async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.upload(TestPhoto.made(1))
            blobs.fail(step, with: .noSpace)
            let error = try await failure { _ = try await anna.upload(TestPhoto.made(2)) }
            #expect(error.is(.resourceExhausted, .noSpace))
            blobs.fail(step, with: nil)
            try await eventually { blobs.ids.map(\.hex) == [before.photoID] }
            #expect(try await anna.download(anna.id).photo == before)
        }
    }

    @Test func afterAFailedSyncNothingIsAcknowledgedAndTheRunEnds() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let run = Task { try await server.runtime.run() }
            let anna = try await server.user(named: "anna")
            blobs.fail(.commit, with: .failed(EIO))
            // The collector makes a pause after that.
            blobs.fail(.delete, with: .failed(EIO))
            let begin = ContinuousClock.now
            let error = try await failure { _ = try await anna.upload(TestPhoto.made(1)) }
            #expect(error.code == .internal && error.reasons == [])
            #expect(try await anna.profile(of: anna.id)?.photo == nil)
            await #expect(throws: BlobError.failed(EIO)) { try await run.value }
            #expect(.now - begin < .seconds(20))
        }
    }

    @Test func anErrorThatNobodyForesawSaysNothingToTheCaller() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            blobs.fail(.write, with: .io(EACCES))
            let error = try await failure { _ = try await anna.upload(TestPhoto.made(1)) }
            #expect(error.code == .internal && !error.message.contains("13"))
        }
    }
}
