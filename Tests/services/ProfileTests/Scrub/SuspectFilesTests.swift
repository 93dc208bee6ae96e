import Blobs
import InMemoryLogging
import Logging
import MetricsTestKit
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What a reader finds damaged is checked at once, and not again with each reader.
@Suite(.serialized, .onEachEngine) struct SuspectFilesTests {
    /// Runs `body` beside a search whose pass is over, so that it reads for readers alone.
    private func withScrub(
        _ server: ProfileServer, logger: Logger = .quiet, archive: PhotoArchive? = nil,
        _ body: (_ metrics: TestMetrics) async throws -> Void
    ) async throws {
        try await server.pass()
        let metrics = TestMetrics()
        let scrub = PhotoScrub(
            of: archive ?? server.handler.photos, server.scrub().policy,
            metrics: ScrubMetrics(factory: metrics))
        let running = Task { await scrub.run() }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(metrics))
        } catch {
            outcome = .failure(error)
        }
        running.cancel()
        await running.value
        try outcome.get()
    }

    private func files(_ metrics: TestMetrics) throws -> Int64 {
        try metrics.expectCounter("profile.scrub.files").totalValue
    }

    @Test(arguments: PhotoKeeping.allCases)
    func aPhotoThatAReaderFindsDamagedIsMarkedWithoutAPass(_ keeping: PhotoKeeping) async throws {
        try await keeping.withServer { server, kept in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let photo = try await anna.upload(TestPhoto.made(1))
            _ = try await berta.upload(TestPhoto.made(2))
            try await kept.settle()
            try await withScrub(server) { metrics in
                try await kept.write(photo.photoID, [1, 2, 3])
                let error = try await failure { _ = try await berta.download(anna.id) }
                #expect(error.is(.dataLoss, .photoDamaged))
                try await eventually { try await server.damaged() == [photo.photoID] }
                #expect(try await berta.profile(of: anna.id)?.photo == nil)
                // The photo and the other one, which tells that the store is the right one.
                try await eventually { try files(metrics) == 2 }
                #expect(try metrics.expectCounter("profile.scrub.damaged").totalValue == 1)
            }
            try await server.collected()
            #expect(try await kept.quarantined(photo.photoID) == [1, 2, 3])
        }
    }

    @Test func aPhotoThatAReaderFindsMissingIsMarkedWithoutAPass() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await withScrub(server) { _ in
                blobs.damage(try photo.blob, nil)
                let error = try await failure { _ = try await anna.download(anna.id) }
                #expect(error.is(.dataLoss, .photoDamaged))
                try await eventually { try await server.damaged() == [photo.photoID] }
            }
        }
    }

    /// The photo cannot be marked, so all reads get as far as the file.
    @Test func tenThousandReadsOfOneDamagedPhotoCostOneCheck() async throws {
        let (blobs, log) = (MemoryBlobs(), InMemoryLogHandler())
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let archive = server.otherArchive(blobs, logger: Logger(label: "test") { _ in log })
            var photos: [BlobID] = []
            for number in 0..<4 as Range<UInt8> {
                let user = try await server.user(named: "user\(number)")
                photos.append(try await user.upload(TestPhoto.made(number)).blob)
            }
            try await withScrub(server, archive: archive) { metrics in
                for photo in photos { blobs.damage(photo, nil) }
                for _ in 0..<10_000 { _ = try await archive.bytes(of: photos[0]) }
                try await eventually { try files(metrics) == 4 }
                // A second photo shows that the first one is no longer waiting.
                _ = try await archive.bytes(of: photos[1])
                try await eventually { try files(metrics) == 8 }
            }
            #expect(blobs.checked.count == 4 + 8)
            // With so much damage the store is the wrong one, so that readers mark nothing as damaged.
            #expect(try await server.damaged() == [])
            let errors = log.entries.filter { $0.message == "a damaged photo was not marked" }
            #expect(errors.count == 2)
            let sentence = "4 of the last 4 files are damaged or missing"
            #expect(errors.first.map { "\($0.metadata)".contains(sentence) } == true)
        }
    }

    @Test func whatIsGoneOrReadWellTheSecondTimeStays() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1)).blob
            let stranger = try #require(BlobID(String(repeating: "0", count: 64)))
            try await withScrub(server) { metrics in
                let suspects = server.handler.photos.suspects
                // It is no photo, and not read.
                suspects.add(stranger)
                suspects.add(photo)
                try await eventually { try files(metrics) == 1 }
                #expect(blobs.checked == [photo, photo])
                #expect(try await server.damaged() == [])
            }
        }
    }

    @Test func noMoreFilesWaitThanMay() async throws {
        let suspects = SuspectFiles()
        let ids = try (0..<2000).map { number in
            let digits = String(number, radix: 16)
            return try #require(
                BlobID(String(repeating: "0", count: 64 - digits.count) + digits))
        }
        for id in ids { suspects.add(id) }
        var waiting = suspects.files.makeAsyncIterator()
        for id in ids.prefix(SuspectFiles.waitingLimit) {
            #expect(await waiting.next() == id)
        }
        // What was dropped may come again; what was taken may not yet.
        suspects.add(ids[0])
        suspects.add(ids[1999])
        #expect(await waiting.next() == ids[1999])
    }
}
