import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct UploadPhotoTests {
    @Test(arguments: [(300, [1]), (300_000, [65_536]), (300_000, [2, 3, 5, 7, 11, 5000])])
    func aPhotoIsTheSameHoweverItIsCut(_ size: Int, _ chunks: [Int]) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1, dataSize: size)
            let stored = try await anna.upload(photo, chunks: chunks)
            #expect(
                stored
                    == Photo(
                        photoID: SHA256Digest(of: photo).description, size: UInt32(photo.count),
                        width: 16, height: 16))
            #expect(try await server.stored.bytes(of: stored.photoID) == photo)
            #expect(try await anna.profile(of: anna.id)?.photo == stored)
        }
    }

    @Test func emptyChunksAddNothing() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let call = try await anna.beginUpload(of: TestPhoto.made(1))
            for chunk in [[], TestPhoto.made(1), []] {
                try await call.send(UploadPhotoRequest(chunk: chunk))
            }
            #expect(try await call.photo().size == UInt32(TestPhoto.made(1).count))
        }
    }

    // B06
    @Test(arguments: [
        PhotoDeclaration(of: TestPhoto.made(2)),
        PhotoDeclaration(size: 1, sha256: PhotoDeclaration(of: TestPhoto.made(1)).sha256),
        PhotoDeclaration(size: 400, sha256: PhotoDeclaration(of: TestPhoto.made(1)).sha256),
    ])
    func whatArrivesOtherwiseThanDeclaredIsNotStored(_ declaration: PhotoDeclaration) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.upload(TestPhoto.made(200))
            let error = try await failure {
                _ = try await anna.upload(
                    TestPhoto.made(1), chunks: [100], declaring: declaration)
            }
            #expect(error.is(.dataLoss, .photoNotAsDeclared))
            #expect(try await anna.profile(of: anna.id)?.photo == before)
            try await server.collected()
            #expect(try await server.stored.ids() == [before.photoID])
            #expect(try server.stored.unfinished == [])
        }
    }

    @Test func aDeclarationOfTooMuchIsRefusedBeforeTheFirstByte() async throws {
        try await withProfileServer { configuration in
            configuration.photos = PhotoLimits(bytes: 100_000, side: 100) ?? .usual
        } _: { server in
            let anna = try await server.user(named: "anna")
            let call = try await anna.beginUpload(of: [UInt8](repeating: 1, count: 100_001))
            let error = try await failure { _ = try await call.finish() }
            #expect(error.is(.resourceExhausted, .photoTooLarge))
            #expect(error.message.contains("100000 bytes"))
            let wide = try await failure {
                _ = try await anna.upload(TestPhoto.beginning(width: 101, height: 10))
            }
            #expect(wide.is(.invalidArgument, .photoDimensionsTooLarge))
        }
    }

    @Test(arguments: [
        PhotoDeclaration(size: 0, sha256: [UInt8](repeating: 1, count: 32)),
        PhotoDeclaration(size: 10, sha256: [1]), PhotoDeclaration(size: 10),
    ])
    func aDeclarationThatDeclaresNothingIsRefused(_ declaration: PhotoDeclaration) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let error = try await failure {
                _ = try await anna.upload(TestPhoto.made(1), declaring: declaration)
            }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func aUserBeginsSoManyUploadsAnHour() async throws {
        try await withProfileServer { configuration in
            configuration.uploadsPerHour = RateLimit(2, per: .seconds(3600))
        } _: { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            // What is refused counts, too.
            await #expect(throws: RPCError.self) { try await anna.upload([1]) }
            let error = try await failure { _ = try await anna.upload(TestPhoto.made(2)) }
            #expect(error.is(.resourceExhausted, .tooManyAttempts))
            let wait = error.detail(ErrorInfo.self)?.retryAfterMs ?? 0
            #expect((1_700_000...1_800_000).contains(wait))
            #expect(try await anna.download(anna.id).photo == photo)
            let berta = try await server.user(named: "berta")
            #expect(try await berta.upload(TestPhoto.made(2)).size > 0)
        }
    }

    @Test func anUploadThatABusyServerRefusesIsNotCountedForTheHour() async throws {
        try await withProfileServer { configuration in
            configuration.busyUploads = 1
            configuration.uploadsPerUser = 1
            configuration.uploadsPerHour = RateLimit(2, per: .seconds(3600))
        } _: { server in
            let anna = try await server.user(named: "anna")
            try await server.handler.uploads.withBusyUpload(from: PeerIdentity()) { beginStoring in
                beginStoring()
                try await expectOverload { _ = try await anna.upload(TestPhoto.made(1)) }
            }
            let id = try #require(UUIDv7(anna.id))
            try await server.handler.uploads.slots.withSlot(for: id, at: nil) {
                try await expectOverload { _ = try await anna.upload(TestPhoto.made(1)) }
            }
            for _ in 0..<2 { _ = try await anna.upload(TestPhoto.made(1)) }
            let error = try await failure { _ = try await anna.upload(TestPhoto.made(1)) }
            #expect(error.is(.resourceExhausted, .tooManyAttempts))
        }
    }

    @Test func onlyTheFirstMessageDeclares() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1)
            let call = try await anna.beginUpload(of: photo)
            try await call.send(UploadPhotoRequest(chunk: Array(photo.prefix(100))))
            try await call.send(
                UploadPhotoRequest(
                    declaration: PhotoDeclaration(of: photo), chunk: Array(photo.dropFirst(100))))
            let error = try await failure { _ = try await call.finish() }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test(arguments: [[], [UploadPhotoRequest()], [UploadPhotoRequest(chunk: TestPhoto.made(1))]])
    func anUploadThatDeclaresNothingIsRefused(_ requests: [UploadPhotoRequest]) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let call = try await anna.profiles.uploadPhoto(options: anna.options())
            for request in requests { try await call.send(request) }
            let error = try await failure { _ = try await call.finish() }
            #expect(error.is(.invalidArgument, .fieldMissing))
            #expect(error.detail(ErrorInfo.self)?.violations.map(\.field) == ["declaration"])
        }
    }

    @Test func whereItWasTakenIsGoneFromTheDisk() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = try TestPhoto.fixture("baseline")
            let stored = try await anna.upload(photo, chunks: [7])
            let bytes = try await server.stored.bytes(of: stored.photoID)
            #expect(stored.size == bytes.count && bytes.count < photo.count)
            #expect(stored.photoID == SHA256Digest(of: bytes).description)
            for secret in ["Rollcall", "Camera 1", "maker-note", "<script", "Paris", "MPF"] {
                #expect(photo.contains(secret))
                #expect(!bytes.contains(secret))
            }
            // GPS coordinates, as TIFF has them: 48/1 51/1 30/1.
            let latitude = [48, 1, 51, 1, 30, 1].flatMap { [0, 0, 0, $0] as [UInt8] }
            #expect(photo.contains(latitude))
            #expect(!bytes.contains(latitude))
        }
    }

    @Test(arguments: ["progressive", "gray", "restarts", "profile", "rgb", "motion"])
    func everyUsualKindOfJPEGIsTaken(_ name: String) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let stored = try await anna.upload(TestPhoto.fixture(name))
            #expect(try await anna.profile(of: anna.id)?.photo == stored)
        }
    }

    @Test(
        arguments: [
            [0xFF, 0xD8], Array("GIF89a".utf8), [0x89] + Array("PNG\r\n".utf8),
            Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("PK\u{3}\u{4}".utf8),
            TestPhoto.made(1).dropLast(2), TestPhoto.made(1, width: 0),
        ] as [[UInt8]])
    func whatIsNoWholeJPEGIsRefusedAndNothingIsKept(_ bytes: [UInt8]) async throws {
        try await expectRefusal(of: bytes, .invalidArgument, .photoNotJpeg)
    }

    /// However the first bytes are cut into chunks.
    @Test(arguments: [[1], [5, 3], [65_536]])
    func anotherKindOfFileIsCalledByItsName(_ chunks: [Int]) async throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        let heic = [0, 0, 0, 24] + Array("ftypheic".utf8)
        let webp = Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WEBPVP8 ".utf8)
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for (head, name) in [(png, "a PNG"), (heic, "a HEIC"), (webp, "a WebP")] {
                for size in [0, 100] {
                    let bytes = head + [UInt8](repeating: 1, count: size)
                    let error = try await failure {
                        _ = try await anna.upload(bytes, chunks: chunks)
                    }
                    #expect(error.is(.invalidArgument, .photoNotJpeg))
                    #expect(error.message == "the file is \(name), not a JPEG")
                }
            }
        }
    }

    @Test(arguments: [(2049, 16), (16, 2049), (64_250, 64_250)])
    func aSideThatIsTooLongIsRefused(_ width: Int, _ height: Int) async throws {
        let photo = TestPhoto.made(1, width: width, height: height)
        try await expectRefusal(of: photo, .invalidArgument, .photoDimensionsTooLarge)
    }

    @Test func theLargestSideIsTaken() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let stored = try await anna.upload(TestPhoto.made(1, width: 2048, height: 2048))
            #expect(stored.width == 2048 && stored.height == 2048)
        }
    }

    @Test func whereNoFileCanBeOpenedTheCallerIsToldToTryLater() async throws {
        let blobs = MemoryBlobs()
        try await withProfileServer(blobs: blobs) { server in
            let anna = try await server.user(named: "anna")
            let stored = try await anna.upload(TestPhoto.made(1))
            for step in [MemoryBlobs.Step.write, .commit] {
                blobs.fail(step, with: .exhausted)
                let error = try await failure { _ = try await anna.upload(TestPhoto.made(2)) }
                #expect(error.reasons == [.overloaded])
                blobs.fail(step, with: nil)
            }
            blobs.fail(.read, with: .exhausted)
            let error = try await failure { _ = try await anna.download(anna.id) }
            #expect(error.reasons == [.overloaded])
            blobs.fail(.read, with: nil)
            #expect(try await anna.profile(of: anna.id)?.photo == stored)
        }
    }

    @Test func aKindThatIsNotTakenIsRefused() async throws {
        try await expectRefusal(
            of: TestPhoto.fixture("cmyk"), .invalidArgument, .photoUnsupported)
    }

    @Test func fiveMebibytesAreTakenAndAByteMoreIsNot() async throws {
        let bytes = 5 << 20
        let frame = TestPhoto.made(1).count - 64
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1, dataSize: bytes - frame)
            #expect(try await anna.upload(photo, chunks: [262_144]).size == bytes)
            let larger = TestPhoto.made(2, dataSize: bytes - frame + 1)
            let error = try await failure {
                _ = try await anna.upload(larger, chunks: [262_144])
            }
            #expect(error.is(.resourceExhausted, .photoTooLarge))
            #expect(try await anna.profile(of: anna.id)?.photo?.size == UInt32(bytes))
        }
    }

    @Test func aPhotoThatIsLongerThanDeclaredIsRefusedWhileItStreams() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let call = try await anna.beginUpload(of: TestPhoto.made(1, dataSize: 300_000))
            try await call.send(UploadPhotoRequest(chunk: TestPhoto.beginning()))
            let chunk = UploadPhotoRequest(chunk: [UInt8](repeating: 1, count: 65_536))
            // The answer stops a client that sends without end.
            await #expect(throws: RPCError.self) {
                while true { try await call.send(chunk) }
            }
            let error = try await failure { _ = try await call.finish() }
            #expect(error.is(.dataLoss, .photoNotAsDeclared))
            try await eventually { try server.stored.unfinished.isEmpty }
        }
    }

    @Test func aSideThatIsTooLongIsRefusedBeforeThePixels() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let call = try await anna.beginUpload(of: TestPhoto.made(1, dataSize: 5000))
            try await call.send(
                UploadPhotoRequest(chunk: TestPhoto.beginning(width: 5000, height: 10)))
            // Nothing more is sent: the answer comes without it.
            try await eventually {
                do {
                    try await call.send(UploadPhotoRequest(chunk: [0]))
                    return false
                } catch {
                    return true
                }
            }
            let error = try await failure { _ = try await call.finish() }
            #expect(error.is(.invalidArgument, .photoDimensionsTooLarge))
        }
    }

    @Test func aChunkThatIsTooLargeIsRefused() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1, dataSize: 400_000)
            let error = try await failure {
                _ = try await anna.upload(photo, chunks: [262_145])
            }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func whoHasNoProfileHasNoPlaceForAPhoto() async throws {
        try await withProfileServer { server in
            let nobody = try server.stranger()
            let error = try await failure { _ = try await nobody.upload(TestPhoto.made(1)) }
            #expect(error.is(.notFound, .profileNotFound))
            #expect(try await server.stored.ids() == [])
        }
    }

    /// However slowly it comes.
    @Test func aPhotoIsNotKeptWhoseSessionEndsWhileItArrives() async throws {
        let sessions = Sessions()
        try await withProfileServer(authenticator: sessions) { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.upload(TestPhoto.made(200))
            let photo = TestPhoto.made(1, dataSize: 190_000)
            let call = try await anna.beginUpload(of: photo)
            try await call.send(UploadPhotoRequest(chunk: Array(photo.dropLast(10))))
            try await eventually { try server.stored.unfinished.count == 1 }
            sessions.end(of: anna.id)
            try await call.send(UploadPhotoRequest(chunk: Array(photo.suffix(10))))
            let error = try await failure { _ = try await call.finish() }
            #expect(error.is(.unauthenticated, .sessionEnded))
            let berta = try await server.user(named: "berta")
            #expect(try await berta.profile(of: anna.id)?.photo == before)
            try await server.collected()
            #expect(try await server.stored.ids() == [before.photoID])
            #expect(try server.stored.unfinished == [])
        }
    }

    @Test func aNewPhotoReplacesTheOldOneOnDisk() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            server.clock.advance(100)
            let second = try await anna.upload(TestPhoto.made(2))
            let profile = try await anna.profile(of: anna.id)
            #expect(profile?.photo == second && profile?.updatedAtMs == server.clock.now())
            try await eventually { try await server.stored.ids() == [second.photoID] }
        }
    }

    // B07
    @Test func theSameBytesOfTwoUsersAreOneFile() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            async let first = anna.upload(TestPhoto.made(1, dataSize: 200_000))
            async let second = berta.upload(TestPhoto.made(1, dataSize: 200_000))
            let photos = try await (first, second)
            #expect(photos.0 == photos.1)
            #expect(try await server.stored.ids() == [photos.0.photoID])
            try await anna.deletePhoto()
            try await server.collected()
            #expect(try await berta.download(berta.id).photo == photos.0)
            try await berta.deletePhoto()
            try await server.collected()
            #expect(try await server.stored.ids() == [])
        }
    }

    @Test func aHundredReplacementsAtOnceLeaveOneFile() async throws {
        try await withProfileServer { configuration in
            configuration.busyUploads = 100
            configuration.uploadsPerUser = 100
            configuration.uploadsPerHour = RateLimit(100, per: .seconds(3600))
        } _: { server in
            let anna = try await server.user(named: "anna")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 as Range<UInt8> {
                    group.addTask {
                        _ = try await anna.upload(TestPhoto.made(number % 40, dataSize: 5000))
                    }
                }
                try await group.waitForAll()
            }
            try await server.collected()
            let photo = try #require(try await anna.profile(of: anna.id)?.photo)
            #expect(try await server.stored.ids() == [photo.photoID])
            #expect(try server.stored.unfinished == [])
            #expect(try await server.count("photo") == 1)
            #expect(try await anna.download(anna.id).photo == photo)
        }
    }

    // B23
    @Test func uploadsBeyondTheLimitAreRefusedAtOnce() async throws {
        try await withProfileServer { configuration in
            configuration.uploads = 3
            configuration.uploadsPerUser = 2
        } _: { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let begun = [
                try await anna.beginUpload(of: TestPhoto.made(1)),
                try await anna.beginUpload(of: TestPhoto.made(1)),
                try await berta.beginUpload(of: TestPhoto.made(1)),
            ]
            for call in begun { try await call.send(UploadPhotoRequest(chunk: [0xFF])) }
            for user in [anna, berta] {
                let error = try await failure { _ = try await user.upload(TestPhoto.made(1)) }
                #expect(error.is(.unavailable, .overloaded))
                #expect(error.detail(ErrorInfo.self)?.retryAfterMs == 1000)
            }
            for call in begun { call.cancel() }
            try await eventually {
                (try? await anna.upload(TestPhoto.made(1))) != nil
            }
        }
    }

    // B23
    @Test func noUploadBeginsWhileMoreWouldOnlyWaitAndThoseThatHaveBegunEndWell() async throws {
        let photo = TestPhoto.made(1)
        try await withProfileServer { configuration in
            configuration.busyUploads = 2
        } _: { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let begun = try await anna.beginUpload(of: photo)
            try await begun.send(UploadPhotoRequest(chunk: [photo[0]]))
            // From then on it is held, by the real clock.
            try await elapse(BusyUploads.arrival)
            let uploads = server.handler.uploads
            let end = Task { try? await untilCancelled() }
            let (isFull, full) = AsyncStream.makeStream(of: Void.self)
            let others = (0..<2).map { _ in
                Task {
                    try await uploads.withBusyUpload(from: PeerIdentity()) { beginStoring in
                        beginStoring()
                        full.yield()
                        await end.value
                    }
                }
            }
            for await _ in isFull.prefix(2) {}
            let error = try await failure { _ = try await berta.upload(TestPhoto.made(2)) }
            #expect(error.is(.unavailable, .overloaded))
            #expect(error.detail(ErrorInfo.self)?.retryAfterMs == 1000)
            try await begun.send(UploadPhotoRequest(chunk: Array(photo.dropFirst())))
            _ = try await begun.finish()
            end.cancel()
            for other in others { try await other.value }
            _ = try await berta.upload(TestPhoto.made(2))
        }
    }

    /// Expects that ten uploads, one after the other, are refused for now.
    private func expectOverload(_ upload: () async throws -> Void) async throws {
        for _ in 0..<10 {
            let error = try await failure(of: upload)
            #expect(error.is(.unavailable, .overloaded))
        }
    }

    private func expectRefusal(
        of bytes: [UInt8], _ code: StatusCode, _ reason: Reason
    ) async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let before = try await anna.upload(TestPhoto.made(200))
            for chunk in [1, 65_536] {
                let error = try await failure {
                    _ = try await anna.upload(bytes, chunks: [chunk])
                }
                #expect(error.is(code, reason))
            }
            #expect(try await anna.profile(of: anna.id)?.photo == before)
            try await server.collected()
            #expect(try await server.stored.ids() == [before.photoID])
            #expect(try server.stored.unfinished == [])
        }
    }
}

/// Believes who calls, and refuses those whose sessions have ended.
private final class Sessions: Authenticator {
    private let ended = Mutex<Set<String>>([])

    func end(of user: String) {
        ended.withLock { _ = $0.insert(user) }
    }

    func authenticate(_ context: CallContext) async throws -> Caller {
        let caller = try await NamedCallers().authenticate(context)
        if case .user(let identity) = caller, ended.withLock({ $0.contains(identity.userID) }) {
            throw RPCError.violation(.unauthenticated, .sessionEnded, "the session has ended")
        }
        return caller
    }
}
