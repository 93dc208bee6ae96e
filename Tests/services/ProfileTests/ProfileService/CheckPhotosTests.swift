import Blobs
import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import Testing

@testable import Profile

/// The rows of photos and their files, which a restore can bring apart.
@Suite(.serialized, .onEachEngine) struct CheckPhotosTests {
    @Test func aMissingFileAndAStrayOneAreFoundAndMended() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let kept = try await anna.upload(TestPhoto.made(1))
            let lost = try await berta.upload(TestPhoto.made(2))
            #expect(try await server.service.checkPhotos() == [])
            try await server.stored.remove(lost.photoID)
            let stray = try await server.writeStray(TestPhoto.made(3))
            let expected = [
                PhotoFault(
                    kind: .fileMissing, photoID: lost.photoID, userID: berta.id, profileCount: 1),
                PhotoFault(kind: .strayFile, photoID: stray.hex),
            ].sorted { $0.photoID < $1.photoID }
            #expect(try await server.service.checkPhotos() == expected)
            #expect(try await server.service.checkPhotos(mending: true) == expected)
            #expect(try await server.service.checkPhotos() == [])
            try await server.collected()
            #expect(try await server.stored.ids() == [kept.photoID])
            #expect(try await anna.profile(of: anna.id)?.photo == kept)
            let profile = try await anna.profile(of: berta.id)
            #expect(profile != nil && profile?.photo == nil)
            // The same photo is taken again.
            #expect(try await berta.upload(TestPhoto.made(2)) == lost)
            #expect(try await berta.download(berta.id).photo == lost)
        }
    }

    /// People upload and delete the same few photos, and the collector never rests.
    @Test func whatIsUnderWayIsNoFault() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = server.handler.photos
            let collector = Task {
                while !Task.isCancelled { _ = try await photos.collect() }
            }
            var users: [UUIDv7] = []
            for number in 0..<4 {
                let user = try await server.user(named: "user\(number)")
                users.append(try #require(UUIDv7(user.id)))
            }
            let isDone = Task { [users] in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (number, user) in users.enumerated() {
                        group.addTask {
                            for round in 0..<40 {
                                let photo = TestPhoto.made(UInt8((round + number) % 3))
                                _ = try await photos.replacePhoto(of: user, now: 1) {
                                    try await $0.append(photo)
                                }
                                if round % 3 == 0 { try await photos.deletePhoto(of: user, now: 1) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            let ids = (0..<3).compactMap {
                BlobID(SHA256Digest(of: TestPhoto.made($0)).description)
            }
            let shards = Set(ids.compactMap { UInt8($0.hex.prefix(2), radix: 16) }).sorted()
            for round in 0..<200 {
                let byte = shards[round % shards.count]
                let last = byte == 0 ? nil : PhotoShard.last(of: byte - 1)
                let found = try await photos.check(after: last, mending: true, now: 1).faults
                #expect(found == [])
                await Task.yield()
            }
            try await isDone.value
            collector.cancel()
            _ = await collector.result
            try await server.collected()
            #expect(try await server.service.checkPhotos() == [])
            #expect(Set(blobs.ids.map(\.hex)) == (try await server.photosOfProfiles()))
        }
    }

    @Test func whatIsNoPhotoIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let error = try await failure {
                _ = try await server.service.profiles.checkPhotos(
                    CheckPhotosRequest(afterPhotoID: "../x"), options: server.service.options())
            }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func aFaultIsAFileWithoutARowOrARowWithoutAFile() {
        #expect(PhotoComparison.fault(hasFile: true, hasRow: true, isOther: false) == nil)
        #expect(PhotoComparison.fault(hasFile: false, hasRow: false, isOther: true) == nil)
        #expect(PhotoComparison.fault(hasFile: true, hasRow: false, isOther: true) == nil)
        #expect(PhotoComparison.fault(hasFile: true, hasRow: false, isOther: false) == .strayFile)
        #expect(
            PhotoComparison.fault(hasFile: false, hasRow: true, isOther: false) == .fileMissing)
    }

    @Test func theShardsAreAllPhotosEachOnce() throws {
        var (last, bytes): (BlobID?, [UInt8]) = (nil, [])
        while let shard = PhotoShard(after: last) {
            bytes.append(shard.byte)
            let middle = try #require(
                BlobID(String(shard.first.prefix(32)) + shard.last.suffix(32)))
            let rest = try #require(PhotoShard(after: middle))
            #expect(rest.byte == shard.byte && !rest.contains(middle) && shard.contains(middle))
            guard let end = shard.end else { break }
            last = end
        }
        #expect(bytes == Array(0...255))
        #expect(PhotoShard(after: PhotoShard.last(of: 255)) == nil)
    }
}

extension ProfileServer {
    /// A file that no row knows of, as it stands in a copy of another moment.
    fileprivate func writeStray(_ photo: [UInt8]) async throws -> BlobID {
        let writer = try await handler.photos.blobs.makeWriter()
        try await writer.write(photo)
        return try await writer.commit()
    }
}
