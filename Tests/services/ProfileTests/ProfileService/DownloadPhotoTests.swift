import Foundation
import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct DownloadPhotoTests {
    @Test(arguments: [1, 65_536, 300_000])
    func theDescriptionComesFirstAndThenTheBytes(_ size: Int) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let photo = TestPhoto.made(1, dataSize: size)
            let stored = try await anna.upload(photo)
            let answer = try await berta.download(anna.id)
            #expect(answer.photo == stored)
            #expect(answer.chunks.flatMap(\.self) == photo)
            #expect(answer.chunks.allSatisfy { (1...65_536).contains($0.count) })
        }
    }

    @Test(
        arguments: [
            (0, 0, 0..<70_000), (0, 1, 0..<1), (1, 0, 1..<70_000), (65_536, 10, 65_536..<65_546),
            (69_999, 0, 69_999..<70_000), (69_999, .max, 69_999..<70_000), (0, 70_000, 0..<70_000),
        ] as [(UInt32, UInt32, Range<Int>)])
    // B19
    func aPartIsTheBytesThatAreAskedFor(
        _ offset: UInt32, _ length: UInt32, _ range: Range<Int>
    ) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let frame = TestPhoto.made(1, dataSize: 1).count - 1
            let photo = TestPhoto.made(1, dataSize: 70_000 - frame)
            let stored = try await anna.upload(photo)
            let answer = try await anna.download(anna.id, from: offset, length: length)
            #expect(answer.photo == stored && stored.size == 70_000)
            #expect(answer.chunks.flatMap(\.self) == Array(photo[range]))
        }
    }

    @Test(arguments: [0, 1, 0xFFFF_0000] as [UInt32])
    func whatBeginsBehindTheEndIsOutOfRange(_ excess: UInt32) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let size = try await anna.upload(TestPhoto.made(1)).size
            let error = try await failure {
                _ = try await anna.download(anna.id, from: size + excess)
            }
            #expect(error.is(.outOfRange, .fieldMalformed))
        }
    }

    // B20
    @Test func whoHasThePhotoIsSentNoBytesAndItsFileIsNotRead() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let first = try await anna.upload(TestPhoto.made(1))
            let unchanged = try await anna.download(anna.id, ifNoneMatch: first.photoID)
            #expect(unchanged.photo == first && unchanged.chunks == [])
            try await server.stored.overwrite(first.photoID, with: [1, 2, 3])
            let unread = try await anna.download(anna.id, ifNoneMatch: first.photoID)
            #expect(unread.photo == first && unread.chunks == [])
            let other = String(first.photoID.reversed())
            let read = try await failure {
                _ = try await anna.download(anna.id, ifNoneMatch: other)
            }
            #expect(read.is(.dataLoss, .photoDamaged))
            let second = try await anna.upload(TestPhoto.made(2))
            let changed = try await anna.download(anna.id, ifNoneMatch: first.photoID)
            #expect(changed.photo == second)
            #expect(changed.chunks.flatMap(\.self) == TestPhoto.made(2))
        }
    }

    @Test func whatIsNotThereIsNotFound() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let nobody = try server.stranger()
            let noProfile = try await failure { _ = try await anna.download(nobody.id) }
            #expect(noProfile.is(.notFound, .profileNotFound))
            let noPhoto = try await failure { _ = try await anna.download(anna.id) }
            #expect(noPhoto.is(.notFound, .photoNotFound))
        }
    }

    @Test(arguments: [
        "../../../../etc/passwd", "/etc/passwd", "..", "%2e%2e%2f", "a\u{2215}b",
        String(repeating: "../", count: 1000), String(repeating: "0", count: 64),
    ])
    func anIdIsNeverAPath(_ id: String) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let error = try await failure { _ = try await anna.download(id) }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    /// Nothing moves the file aside between the reads.
    @Test func aFlippedBitAnywhereIsFoundAndNothingIsServed() async throws {
        try await withProfileServer(isCollecting: false) { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1)
            let stored = try await anna.upload(photo)
            for index in photo.indices.filter({ $0.isMultiple(of: 7) }) {
                var bytes = photo
                bytes[index] ^= 1 << (index % 8)
                try await server.stored.overwrite(stored.photoID, with: bytes)
                let error = try await failure { _ = try await anna.download(anna.id) }
                #expect(error.is(.dataLoss, .photoDamaged))
            }
            try await server.stored.overwrite(stored.photoID, with: Array(photo.dropLast()))
            let cut = try await failure { _ = try await anna.download(anna.id) }
            #expect(cut.is(.dataLoss, .photoDamaged))
            // The same photo again heals it.
            _ = try await anna.upload(photo)
            #expect(try await anna.download(anna.id).photo == stored)
        }
    }

    @Test func aFileThatIsGoneIsDamageAndNotASilentNothing() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let stored = try await anna.upload(TestPhoto.made(1))
            try await server.stored.remove(stored.photoID)
            let error = try await failure { _ = try await anna.download(anna.id) }
            #expect(error.is(.dataLoss, .photoDamaged))
        }
    }

    @Test func aReaderWhoDoesNotReadIsGivenUp() async throws {
        try await withProfileServer { configuration in
            configuration.downloadTime = .milliseconds(200)
            configuration.downloadsPerUser = 1
        } _: { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1, dataSize: 4 << 20), chunks: [262_144])
            let parts = try await anna.profiles.downloadPhoto(
                DownloadPhotoRequest(user: .id(anna.id)), options: anna.options())
            #expect(try await parts.next() != nil)
            let crowded = try await failure { _ = try await anna.download(anna.id) }
            #expect(crowded.is(.unavailable, .overloaded))
            // Longer than a download may take.
            try await elapse(.milliseconds(300))
            let error = try await failure { while try await parts.next() != nil {} }
            #expect(error.code == .deadlineExceeded)
            try await eventually { (try? await anna.download(anna.id)) != nil }
        }
    }
}
