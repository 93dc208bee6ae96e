import Blobs
import MetricsTestKit
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// How a pass goes on, and when it stops.
@Suite(.serialized, .onEachEngine) struct ScrubProgressTests {
    /// Photos of as many users, in the order of their ids.
    private func photos(_ count: UInt8, of server: ProfileServer) async throws -> [BlobID] {
        var photos: [BlobID] = []
        for number in 0..<count {
            let user = try await server.user(named: "user\(number)")
            photos.append(try await user.upload(TestPhoto.made(number)).blob)
        }
        return photos.sorted { $0.hex < $1.hex }
    }

    @Test func allFilesAreReadOnceInTheOrderOfTheirIDsAndThenNotForAMonth() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(7, of: server)
            let scrub = server.scrub { $0.batch = 3 }
            var reading = scrub.newReading
            while try await scrub.turn(&reading) {}
            #expect(blobs.checked == photos)
            let state = try await server.store.scrubState()
            #expect(state.files == 7 && state.lastFile == nil && state.beganAt == nil)
            let size = TestPhoto.made(0).count
            #expect(state.bytes == Int64(7 * size))
            let endedAt = try #require(state.endedAt)
            let month: Int64 = 30 * 86_400_000
            #expect((month - 60_000...month).contains(state.nextAt - endedAt))
            #expect(try await !scrub.turn(&reading))
            #expect(blobs.checked.count == 7)
        }
    }

    @Test func anotherInstanceGoesOnWhereAKilledOneStoodOnceItsLeaseIsOver() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(6, of: server)
            let killed = server.scrub {
                ($0.batch, $0.lease) = (2, .milliseconds(300))
            }
            var reading = killed.newReading
            #expect(try await killed.turn(&reading))
            #expect(blobs.checked == Array(photos.prefix(2)))
            let other = server.scrub(of: server.otherArchive(blobs)) { $0.batch = 2 }
            var otherReading = other.newReading
            #expect(try await !other.turn(&otherReading))
            #expect(blobs.checked.count == 2)
            try await Task.sleep(for: .milliseconds(350))
            while try await other.turn(&otherReading) {}
            #expect(blobs.checked == photos)
            // What it was about to do, it no longer does.
            let progress = ScrubProgress(lastFile: photos[1], files: 2)
            try await server.store.advanceScrub(holder: 1, progress, lease: 1)
            #expect(try await server.store.scrubState().files == 6)
        }
    }

    @Test func itReadsNoFasterThanItMay() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            _ = try await photos(5, of: server)
            // A small file counts 64 KiB.
            let scrub = server.scrub { $0.rate = 1 << 20 }
            let begin = ContinuousClock.now
            try await server.pass(scrub)
            #expect(ContinuousClock.now - begin >= .milliseconds(312))
        }
    }

    @Test(arguments: [BlobError.unavailable("away"), .denied("no"), .io(5), .exhausted])
    func whileTheStoreIsAwayNothingIsMarked(_ error: BlobError) async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(3, of: server)
            let scrub = server.scrub()
            blobs.fail(.check, with: error)
            for _ in 0..<2 {
                let state = try await server.pass(scrub)
                #expect(state.trouble?.hasPrefix("the photos cannot be read: ") == true)
                #expect(scrub.trouble == state.trouble)
                #expect(state.nextAt >= state.now + 50_000 && state.endedAt == nil)
            }
            #expect(try await server.damaged() == [])
            #expect(try await server.operator.scrubState().trouble == scrub.trouble)
            blobs.fail(.check, with: nil)
            let state = try await server.pass(scrub)
            #expect(state.trouble == nil && state.files == 3 && state.endedAt != nil)
            #expect(Set(blobs.checked) == Set(photos))
        }
    }

    @Test func anEmptyStoreHidesNoPhoto() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(12, of: server)
            let bytes = Dictionary(
                uniqueKeysWithValues: try await photos.asyncMap { ($0, try await blobs.read($0)) })
            for photo in photos { blobs.damage(photo, nil) }
            let scrub = server.scrub()
            let state = try await server.pass(scrub)
            #expect(state.trouble?.hasPrefix("12 of the last 12 files are damaged") == true)
            #expect(scrub.trouble == state.trouble && state.damagedFiles == 0)
            #expect(try await server.damaged() == [])
            #expect(try await server.count("garbage") == 0)
            // The right one is mounted.
            for (photo, bytes) in bytes { blobs.damage(photo, bytes) }
            let after = try await server.pass(scrub)
            #expect(after.trouble == nil && after.files == 12 && after.endedAt != nil)
        }
    }

    @Test(arguments: [(12, 1, true), (12, 2, false), (30, 3, true), (30, 4, false), (1, 1, true)])
    func aTenthOfTheFilesIsBelievedToBeDamaged(
        _ count: Int, _ damaged: Int, isBelieved: Bool
    ) async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(UInt8(count), of: server)
            for photo in photos.shuffled().prefix(damaged) { blobs.damage(photo) }
            let state = try await server.pass()
            #expect((state.trouble == nil) == isBelieved)
            #expect(try await server.damaged().count == (isBelieved ? damaged : 0))
        }
    }

    @Test func whoRunsTheMachineMayAcceptTheLoss() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(5, of: server)
            for photo in photos { blobs.damage(photo, nil) }
            #expect(try await server.pass().trouble != nil)
            #expect(try await server.pass(acceptingDamage: true).damagedFiles == 5)
            #expect(try await server.damaged() == photos.map(\.hex))
            // For that pass alone.
            #expect(try await !server.store.scrubState().acceptsDamage)
        }
    }

    @Test func theOperatorSeesHowItStandsAndStartsIt() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(blobs: blobs) { configuration in
            configuration.scrub.poll = .seconds(60)
        } _: { server in
            // The first pass, of nothing.
            try await eventually {
                try await server.operator.scrubState().lastPassEndedAtMs != 0
            }
            let photos = try await photos(3, of: server)
            blobs.damage(photos[1])
            try await server.operator.startScrub()
            try await eventually {
                let state = try await server.operator.scrubState()
                return state.damagedPhotos == 1 && state.beganAtMs == 0
            }
            let state = try await server.operator.scrubState()
            #expect(state.isOn && state.files == 3 && state.damagedFiles == 1)
            #expect(state.trouble.isEmpty && state.lastFileID.isEmpty)
            #expect(try await server.damaged() == [photos[1].hex])
            try await eventually { blobs.quarantined[photos[1]] == [9] }
        }
    }

    @Test func pagesOfDamagedPhotosAreBounded() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(5, of: server)
            for number in 0..<22 {
                _ = try await server.user(named: "other\(number)").upload(TestPhoto.made(0))
            }
            for photo in photos { blobs.damage(photo, nil) }
            try await server.pass(acceptingDamage: true)
            let found = try await server.operator.damagedPhotos(pageSize: 2)
            #expect(found.map(\.photoID) == photos.map(\.hex))
            let shared = try #require(found.first { $0.profileCount > 1 })
            #expect(shared.profileCount == 23 && shared.userIDs.count == 20)
            let error = try await failure {
                _ = try await server.operator.administration.listDamagedPhotos(
                    ListDamagedPhotosRequest(afterPhotoID: "x"),
                    options: server.operator.options())
            }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func nothingIsReadWhereItIsOff() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(blobs: blobs, configure: { $0.scrub.rate = 0 }) { server in
            let state = try await server.operator.scrubState()
            #expect(!state.isOn && state.lastPassEndedAtMs == 0)
            let error = try await failure { try await server.operator.startScrub() }
            #expect(error.is(.failedPrecondition, .scrubIsOff))
        }
    }

    @Test func onlyAdministratorsMayAsk() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for other in [anna, server.service] {
                let calls: [() async throws -> Void] = [
                    { _ = try await other.scrubState() },
                    { try await other.startScrub() },
                    { _ = try await other.damagedPhotos() },
                ]
                for call in calls {
                    #expect(try await failure(of: call).code == .permissionDenied)
                }
            }
        }
    }

    @Test func whatItReadsAndFindsIsCounted() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let photos = try await photos(3, of: server)
            blobs.damage(photos[0])
            let backend = TestMetrics()
            let scrub = PhotoScrub(
                of: server.handler.photos, server.scrub().policy,
                metrics: ScrubMetrics(factory: backend))
            #expect(throws: (any Error).self) { try backend.expectMeter("profile.scrub.pass.age") }
            try await server.pass(scrub)
            #expect(try backend.expectCounter("profile.scrub.files").totalValue == 3)
            let bytes = Int64(2 * TestPhoto.made(0).count)
            #expect(try backend.expectCounter("profile.scrub.bytes").totalValue == bytes)
            #expect(try backend.expectCounter("profile.scrub.damaged").totalValue == 1)
            #expect(try backend.expectMeter("profile.photos.damaged").lastValue == 1)
            #expect(try backend.expectMeter("profile.scrub.stopped").lastValue == 0)
            let age = try #require(backend.expectMeter("profile.scrub.pass.age").lastValue)
            #expect((0...60).contains(age))
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Output>(
        _ transform: (Element) async throws -> Output
    ) async rethrows -> [Output] {
        var outputs: [Output] = []
        for element in self { outputs.append(try await transform(element)) }
        return outputs
    }
}
