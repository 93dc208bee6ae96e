import Blobs
import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallPhotos
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// The rows of photos and their files, which decay or a restore can bring apart.
@Suite(.serialized, .onEachEngine) struct CheckPhotosTests {
    @Test func missingDamagedAndStrayFilesAreFoundAndMended() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let carla = try await server.user(named: "carla")
            let kept = try await anna.upload(TestPhoto.made(1))
            let lost = try await berta.upload(TestPhoto.made(2))
            let damaged = try await carla.upload(TestPhoto.made(4))
            _ = try await server.user(named: "dora").upload(TestPhoto.made(4))
            #expect(try await server.operator.checkPhotos() == [])
            try await server.stored.remove(lost.photoID)
            try await server.stored.overwrite(damaged.photoID, with: [1, 2, 3])
            let stray = try await server.writeStray(TestPhoto.made(3))

            let users = try await server.users(with: damaged)
            #expect(users.count == 2 && users == users.sorted())
            var expected = [
                PhotoFault(
                    kind: .fileMissing, photoID: lost.photoID, userIDs: [berta.id], profileCount: 1),
                PhotoFault(
                    kind: .fileDamaged, photoID: damaged.photoID, userIDs: users, profileCount: 2),
                PhotoFault(kind: .strayFile, photoID: stray.hex),
            ].sorted { $0.photoID < $1.photoID }
            #expect(try await server.operator.checkPhotos() == expected)
            for index in expected.indices {
                expected[index].isMended = expected[index].kind != .fileDamaged
            }
            #expect(try await server.operator.checkPhotos(mending: true) == expected)
            let left = try await server.operator.checkPhotos()
            #expect(left.map(\.photoID) == [damaged.photoID])
            try await server.collected()
            #expect(try await server.stored.ids() == [kept.photoID, damaged.photoID])
            #expect(try await anna.profile(of: anna.id)?.photo == kept)
            let profile = try await anna.profile(of: berta.id)
            #expect(profile != nil && profile?.photo == nil)
            // The same photo is accepted again.
            #expect(try await berta.upload(TestPhoto.made(2)) == lost)
            #expect(try await berta.download(berta.id).photo == lost)
        }
    }

    /// A damaged file is never served, and stays until it is put back or the photo is uploaded
    /// again.
    @Test func aDamagedPhotoIsWholeAgainOnceItsFileIsPutBackOrUploaded() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            let repairs: [() async throws -> Void] = [
                { try await server.stored.overwrite(photo.photoID, with: TestPhoto.made(1)) },
                { _ = try await anna.upload(TestPhoto.made(1)) },
            ]
            for repair in repairs {
                try await server.stored.overwrite(photo.photoID, with: [1, 2, 3])
                let found = try await server.operator.checkPhotos(mending: true)
                #expect(found.map(\.kind) == [.fileDamaged] && found.map(\.isMended) == [false])
                let error = try await failure { _ = try await anna.download(anna.id) }
                #expect(error.is(.dataLoss, .photoDamaged))
                try await repair()
                #expect(try await server.operator.checkPhotos() == [])
                #expect(try await anna.download(anna.id).photo == photo)
            }
        }
    }

    @Test func aDamagedSquareIsRemovedAndMadeAgainAndAMissingOneIsNoFault() async throws {
        let program = try PhotoProgram()
        try await withProfileServer(isCollecting: false, configure: { $0.photoProgram = program }) {
            server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.decodable("wide"))
            let square = try await anna.download(anna.id, size: 128)
            let id = try #require(square.photo?.photoID)
            try await server.stored.overwrite(id, with: [0])
            let expected = PhotoFault(kind: .fileDamaged, photoID: id)
            #expect(try await server.operator.checkPhotos() == [expected])
            let mended = try await server.operator.checkPhotos(mending: true)
            #expect(mended.map(\.photoID) == [id] && mended.map(\.isMended) == [true])
            try await server.collected()
            #expect(try await server.stored.ids() == [photo.photoID])
            let again = try await anna.download(anna.id, size: 128)
            #expect(again.chunks == square.chunks)
            try await server.stored.remove(id)
            #expect(try await server.operator.checkPhotos() == [])
        }
    }

    @Test func aReportedPhotoThatIsDamagedHasNoUsers() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await server.user(named: "berta").report(.userID(anna.id))
            try await anna.deletePhoto()
            try await server.collected()
            try await server.stored.overwrite(photo.photoID, with: [1])
            let found = try await server.operator.checkPhotos(mending: true)
            #expect(found == [PhotoFault(kind: .fileDamaged, photoID: photo.photoID)])
        }
    }

    @Test func aCheckIsContinuedBehindTheLastPart() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            let part = try #require(UInt32(photo.photoID.prefix(2), radix: 16))
            try await server.stored.remove(photo.photoID)
            let whole = try await server.operator.checkedParts(after: 0)
            #expect(whole.progress.map(\.checkedParts) == Array(1...256))
            #expect(whole.faults.count == 1)
            #expect(whole.progress.last?.files == 2)
            let from = try await server.operator.checkedParts(after: part)
            #expect(from.faults.count == 1)
            #expect(from.progress.map(\.checkedParts) == Array(part + 1...256))
            guard part < 255 else { return }
            let behind = try await server.operator.checkedParts(after: part + 1)
            #expect(behind.faults == [])
        }
    }

    @Test func whatIsOutOfRangeIsRefusedAndOnlyAdministratorsMayAsk() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            for request in [
                CheckPhotosRequest(bytesPerSecond: 65535),
                CheckPhotosRequest(bytesPerSecond: 1 << 30 + 1),
                CheckPhotosRequest(bytesPerSecond: .max), CheckPhotosRequest(checkedParts: 256),
            ] {
                let error = try await failure { _ = try await server.operator.check(request) }
                #expect(error.is(.invalidArgument, .fieldMalformed))
            }
            for person in [try server.stranger(), server.service] {
                let error = try await failure { _ = try await person.checkPhotos() }
                #expect(error.code == .permissionDenied)
            }
        }
    }

    @Test func itReadsNoFasterThanItMay() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for number in 1...3 as ClosedRange<UInt8> {
                _ = try await anna.upload(TestPhoto.made(number))
                try await server.user(named: "user\(number)").report(.userID(anna.id))
            }
            let begin = ContinuousClock.now
            // A small file counts 64 KiB.
            _ = try await server.operator.check(CheckPhotosRequest(bytesPerSecond: 1 << 20))
            #expect(ContinuousClock.now - begin >= .milliseconds(187))
        }
    }

    @Test(arguments: [BlobError.unavailable("away"), .denied("no"), .exhausted])
    func whileTheStoreIsAwayNothingIsMended(_ error: BlobError) async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            blobs.fail(.check, with: error)
            let refused = try await failure {
                _ = try await server.operator.checkPhotos(mending: true)
            }
            #expect(refused.code == .unavailable)
            blobs.fail(.check, with: nil)
            #expect(try await server.operator.checkPhotos() == [])
            #expect(try await anna.download(anna.id).photo == photo)
        }
    }

    /// The directory, the bucket or the database is the wrong one.
    @Test func whereManyAreMissingOrStrayNothingIsMendedUnlessTheLossIsAccepted() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            for number in 1...11 as ClosedRange<UInt8> {
                _ = try await server.user(named: "user\(number)").upload(TestPhoto.made(number))
            }
            let kept = blobs.ids
            for photo in kept { blobs.damage(photo, nil) }
            func expectRefusal(_ numbers: String) async throws {
                let error = try await failure {
                    _ = try await server.operator.checkPhotos(mending: true)
                }
                #expect(error.code == .failedPrecondition)
                #expect(error.message.hasPrefix(numbers), "\(error.message)")
            }
            try await expectRefusal("of 11 files, 11 are missing and 0 belong to no photo")
            #expect(blobs.checked == [])

            for number in 1...22 as ClosedRange<UInt8> {
                let photo = TestPhoto.made(number)
                blobs.damage(
                    try #require(BlobID(SHA256Digest(of: photo).description)), photo)
            }
            try await expectRefusal("of 22 files, 0 are missing and 11 belong to no photo")
            #expect(try await server.operator.checkPhotos().count == 11)
            let accepted = try await server.operator.check(
                CheckPhotosRequest(bytesPerSecond: 1 << 30, mend: true, acceptLoss: true))
            #expect(accepted.faults.map(\.isMended) == Array(repeating: true, count: 11))
            try await server.collected()
            #expect(blobs.ids == kept)

            // Ten may be lost without a question.
            for photo in kept.dropFirst() { blobs.damage(photo, nil) }
            #expect(try await server.operator.checkPhotos(mending: true).count == 10)
        }
    }

    @Test func whoIsNoLongerKnownMendsNoMore() async throws {
        let (blobs, authenticator) = (MemoryBlobs(), EndingAuthenticator())
        try await withProfileServer(
            isCollecting: false, blobs: blobs, authenticator: authenticator
        ) { server in
            for number in 1...2 as ClosedRange<UInt8> {
                _ = try await server.user(named: "user\(number)").upload(TestPhoto.made(number))
            }
            let photos = blobs.ids
            try #require(Set(photos.map { $0.hex.prefix(2) }).count == 2)
            for photo in photos { blobs.damage(photo, nil) }
            blobs.afterNextCheck { _ in authenticator.end() }
            let error = try await failure {
                _ = try await server.operator.checkPhotos(mending: true)
            }
            #expect(error.code == .unauthenticated)
            // The file of the other part was not looked for.
            #expect(Set(blobs.checked).count == 1)
        }
    }

    @Test func aReadThatFailsOnceIsNoFault() async throws {
        let (blobs, bytes) = (MemoryBlobs(), TestPhoto.made(1))
        try await withProfileServer(blobs: blobs) { server in
            let photo = try await server.user(named: "anna").upload(bytes).blob
            blobs.damage(photo)
            blobs.afterNextCheck { blobs.damage($0, bytes) }
            #expect(try await server.operator.checkPhotos(mending: true) == [])
            #expect(blobs.checked == [photo, photo])
        }
    }

    /// Another instance, whose claims this one does not see.
    @Test(arguments: [false, true])
    func anUploadWhileTheFileIsLookedForKeepsItsPhoto(isBetweenTheLooks: Bool) async throws {
        let (blobs, bytes) = (MemoryBlobs(settlingTime: .milliseconds(1)), TestPhoto.made(1))
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            let user = try #require(UUIDv7(anna.id))
            let photo = try await anna.upload(bytes).blob
            let other = PhotoArchive(
                store: server.store, blobs: blobs, limits: .usual, retryPause: .seconds(1),
                logger: .quiet)
            @Sendable func upload() async throws {
                _ = try await other.replacePhoto(of: user, now: 1) { try await $0.append(bytes) }
            }
            try await server.settled(photo)
            blobs.damage(photo, nil)
            blobs.afterNextCheck { _ in
                guard !isBetweenTheLooks else { return try await upload() }
                blobs.afterNextCheck { _ in try await upload() }
            }
            #expect(try await server.operator.checkPhotos(mending: true) == [])
            #expect(blobs.checked.count == 2)
            #expect(try await anna.download(anna.id).photo?.photoID == photo.hex)
        }
    }

    /// Another instance has announced the file, and writes it later.
    @Test func aFileThatIsBeingWrittenIsNoFault() async throws {
        let (blobs, bytes) = (MemoryBlobs(settlingTime: .seconds(60)), TestPhoto.made(1))
        try await withProfileServer(isCollecting: false, blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(bytes).blob
            let announced = try #require(
                try await server.store.announce(photo, settling: 60_000))
            blobs.damage(photo, nil)
            #expect(try await server.operator.checkPhotos(mending: true) == [])
            let new = try #require(BlobID(SHA256Digest(of: TestPhoto.made(2)).description))
            try await server.store.announce(new, settling: 60_000)
            blobs.damage(new, TestPhoto.made(2))
            #expect(try await server.operator.checkPhotos(mending: true) == [])
            blobs.damage(photo, bytes)
            let stored = try await server.store.photo(
                of: #require(UUIDv7(anna.id)), for: .anotherUser)
            try await server.store.setPhoto(
                stored, announced: announced, of: #require(UUIDv7(anna.id)), now: 1)
            #expect(try await anna.download(anna.id).photo?.photoID == photo.hex)
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
            let parts = (0..<3).compactMap { (number: UInt8) in
                UInt8(SHA256Digest(of: TestPhoto.made(number)).description.prefix(2), radix: 16)
            }
            var check = PhotoCheck.fast(of: photos)
            for round in 0..<200 {
                try await check.check(part: parts[round % parts.count]) { fault in
                    Issue.record("\(fault)")
                }
            }
            try await isDone.value
            collector.cancel()
            _ = await collector.result
            try await server.collected()
            #expect(try await server.operator.checkPhotos() == [])
            #expect(Set(blobs.ids.map(\.hex)) == (try await server.photosOfProfiles()))
        }
    }
}

extension PhotoCheck {
    /// One that mends, as fast as it can.
    static func fast(of archive: PhotoArchive) -> PhotoCheck {
        PhotoCheck(
            archive: archive, isMending: true, clock: { 1 }, pace: ReadPace(rate: 1 << 40))
    }
}

extension Person {
    /// All that a check answers, faults in the order of their ids.
    func check(
        _ request: CheckPhotosRequest
    ) async throws -> (faults: [PhotoFault], progress: [PhotoCheckProgress]) {
        let parts = try await administration.checkPhotos(request, options: options())
        var (faults, progress): ([PhotoFault], [PhotoCheckProgress]) = ([], [])
        while let part = try await parts.next()?.part {
            switch part {
            case .fault(let fault): faults.append(fault)
            case .progress(let now): progress.append(now)
            }
        }
        return (faults.sorted { $0.photoID < $1.photoID }, progress)
    }

    func checkPhotos(mending isMending: Bool = false) async throws -> [PhotoFault] {
        try await check(CheckPhotosRequest(bytesPerSecond: 1 << 30, mend: isMending)).faults
    }

    fileprivate func checkedParts(
        after parts: UInt32
    ) async throws -> (faults: [PhotoFault], progress: [PhotoCheckProgress]) {
        try await check(CheckPhotosRequest(bytesPerSecond: 1 << 30, checkedParts: parts))
    }
}

extension Photo {
    var blob: BlobID {
        get throws { try #require(BlobID(photoID)) }
    }
}

extension ProfileServer {
    /// A file that no row knows of, as in a copy of another moment.
    fileprivate func writeStray(_ photo: [UInt8]) async throws -> BlobID {
        let writer = try await handler.photos.blobs.makeWriter()
        try await writer.write(photo)
        return try await writer.commit()
    }

    fileprivate func users(with photo: Photo) async throws -> [String] {
        try await store.users(with: photo.blob, limit: 20).first.map(\.description)
    }

    /// Waits until no upload of the photo can be under way.
    fileprivate func settled(_ photo: BlobID) async throws {
        try await eventually { try await self.store.fileRow(of: photo).isSettled }
    }
}
