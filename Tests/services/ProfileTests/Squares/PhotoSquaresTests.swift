import Blobs
import Foundation
import JPEG
import RollcallAPI
import RollcallCrypto
import RollcallPhotos
import RollcallRPC
import Storage
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What is made of a photo after its upload: squares of four sizes and a placeholder.
@Suite(.serialized, .onEachEngine) struct PhotoSquaresTests {
    private let program: PhotoProgram

    init() throws {
        program = try PhotoProgram()
    }

    /// Waits until the user's profile has a placeholder.
    private func photo(of user: Person) async throws -> Photo {
        try await eventually { try await user.profile(of: user.id)?.photo?.placeholder != [] }
        return try #require(try await user.profile(of: user.id)?.photo)
    }

    @Test func aPhotoGetsAPlaceholderAndSquaresThatAreUpright() async throws {
        try await withProfileServer(configure: { $0.photoProgram = program }) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let uploaded = try await anna.upload(TestPhoto.decodable("wide"))
            #expect(uploaded.placeholder == [])
            let photo = try await photo(of: anna)
            #expect((5...24).contains(photo.placeholder.count))
            #expect(photo.photoID == uploaded.photoID)
            for size in PhotoSizes.sides {
                let (square, chunks) = try await berta.download(anna.id, size: UInt32(size))
                #expect(square?.width == UInt32(size) && square?.height == UInt32(size))
                let bytes = chunks.flatMap(\.self)
                #expect(square?.size == UInt32(bytes.count))
                var sanitizer = JPEGSanitizer()
                var output: [UInt8] = []
                try sanitizer.consume(bytes, into: &output)
                #expect(try sanitizer.finish().orientation == .upright)
            }
            // The photo itself is what it was.
            #expect(try await berta.download(anna.id).photo == photo)
            #expect(try await server.stored.ids().count == 5)
            #expect(try await server.operator.checkPhotos() == [])
        }
    }

    @Test func thoseWhoFollowAreToldOfThePlaceholder() async throws {
        try await withProfileServer(isCollecting: false, configure: { $0.photoProgram = program }) {
            server in
            let anna = try await server.user(named: "anna")
            let uploaded = try await anna.upload(TestPhoto.decodable("small"))
            let stream = try await server.service.follow()
            let first = try #require(try await stream.next())
            #expect(first.changes.map(\.now) == [.profile(expected(uploaded))])
            let photos = server.handler.photos
            try await photos.makeSquares(
                of: #require(BlobID(uploaded.photoID)), #require(photos.workers))
            var told = try #require(try await stream.next())
            while told.changes.isEmpty { told = try #require(try await stream.next()) }
            #expect(told.changes.map(\.userID) == [anna.id])
            let photo = try #require(try await anna.profile(of: anna.id)?.photo)
            #expect(photo.placeholder != [])
            #expect(told.changes.map(\.now) == [.profile(expected(photo))])
        }
    }

    /// More than one transaction records.
    @Test(arguments: [500, 501, 1200])
    func allWhoShareAPhotoAreToldOfItsPlaceholder(_ count: Int) async throws {
        try await withProfileServer(isCollecting: false, configure: { $0.photoProgram = program }) {
            server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.decodable("small")).blob
            let others = try (1..<count).map { _ in try server.ids.next() }
            try await server.store.write { transaction in
                for user in others { try transaction.run(Self.addUser, user, photo) }
            }
            var position = try await server.store.changes(after: nil).end
            let photos = server.handler.photos
            try await photos.makeSquares(of: photo, #require(photos.workers))
            let users = Set(others.map(\.description)).union([anna.id])
            var told: Set<String> = []
            // On PostgreSQL, changes are told once all transactions of the server that began before
            // have ended.
            try await eventually {
                let page = try await server.store.changes(after: position)
                told.formUnion(page.changes.map(\.userID))
                position = page.end
                return told == users
            }
        }
    }

    private static let addUser = Command<UUIDv7, BlobID>(
        "INSERT INTO profile (userID, createdAtMs, updatedAtMs, photoID) VALUES ($1, 1, 1, $2)")

    private func expected(_ photo: Photo) -> PublicProfile {
        PublicProfile(displayName: "anna", photo: photo, photoVisibility: .signedIn)
    }

    @Test func aSquareThatIsMissingIsMadeWhenItIsAskedFor() async throws {
        try await withProfileServer(isCollecting: false, configure: { $0.photoProgram = program }) {
            server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.decodable("wide"))
            #expect(try await server.count("photoSquare") == 0)
            let (square, chunks) = try await anna.download(anna.id, size: 128)
            #expect(square?.width == 128)
            #expect(try await server.count("photoSquare") == 4)
            // A file that is lost, and one that has decayed.
            let id = try #require(square?.photoID)
            try await server.stored.remove(id)
            #expect(try await server.operator.checkPhotos() == [])
            let again = try await anna.download(anna.id, size: 128)
            #expect(again.photo == square && again.chunks == chunks)
            try await server.stored.overwrite(id, with: [0])
            #expect(try await anna.download(anna.id, size: 128).chunks == chunks)
            try await server.collected()
            #expect(try await server.stored.ids().count == 5)
        }
    }

    @Test func aLostPhotoThatIsUploadedAgainHasItsSizes() async throws {
        try await withProfileServer(isCollecting: false, configure: { $0.photoProgram = program }) {
            server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.decodable("wide"))
            try await server.stored.remove(photo.photoID)
            for _ in 0..<3 { _ = try? await anna.download(anna.id, size: 128) }
            #expect(try await !server.store.mayHaveSquares(#require(BlobID(photo.photoID))))
            #expect(try await anna.upload(TestPhoto.decodable("wide")).photoID == photo.photoID)
            #expect(try await anna.download(anna.id, size: 128).photo?.width == 128)
        }
    }

    @Test func squaresGoWithTheirPhoto() async throws {
        try await withProfileServer(configure: { $0.photoProgram = program }) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            for user in [anna, berta] {
                _ = try await user.upload(TestPhoto.decodable("wide"))
                _ = try await photo(of: user)
            }
            try await anna.deletePhoto()
            try await server.collected()
            #expect(try await server.stored.ids().count == 5)
            _ = try await berta.upload(TestPhoto.decodable("small"))
            _ = try await photo(of: berta)
            try await server.collected()
            // The photo, its square of 64 pixels, and one of 100 that stands for the three others.
            #expect(try await server.stored.ids().count == 3)
            try await server.service.erase(berta.id)
            try await server.collected()
            #expect(try await server.stored.ids().isEmpty)
            #expect(try await server.count("photoSquare") == 0)
        }
    }

    // The square of one photo may be another user's photo.
    @Test func aFileThatIsAPhotoAndASquareStaysForEither() async throws {
        try await withProfileServer(configure: { $0.photoProgram = program }) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            _ = try await anna.upload(TestPhoto.decodable("wide"))
            _ = try await photo(of: anna)
            let (square, chunks) = try await anna.download(anna.id, size: 256)
            let bytes = chunks.flatMap(\.self)
            #expect(try await berta.upload(bytes).photoID == square?.photoID)
            try await anna.deletePhoto()
            try await server.collected()
            #expect(try await berta.download(berta.id).chunks.flatMap(\.self) == bytes)
            _ = try await anna.upload(TestPhoto.decodable("wide"))
            _ = try await photo(of: anna)
            try await berta.deletePhoto()
            try await server.collected()
            #expect(try await anna.download(anna.id, size: 256).chunks == chunks)
            #expect(try await server.operator.checkPhotos() == [])
        }
    }

    @Test func anotherSizeIsRefused() async throws {
        try await withProfileServer(configure: { $0.photoProgram = program }) { server in
            let anna = try await server.user(named: "anna")
            for size in [1, 63, 1024, UInt32.max] {
                let error = try await failure { _ = try await anna.download(anna.id, size: size) }
                #expect(error.is(.invalidArgument, .fieldMalformed))
            }
        }
    }

    @Test func withoutTheProgramPhotosHaveNoSizes() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.decodable("small"))
            let error = try await failure { _ = try await anna.download(anna.id, size: 64) }
            #expect(error.is(.notFound, .photoNotFound))
            #expect(try await anna.download(anna.id).photo == photo)
        }
    }

    @Test func whoMayNotSeeThePhotoSeesNoSquare() async throws {
        try await withProfileServer(configure: { $0.photoProgram = program }) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            _ = try await anna.upload(TestPhoto.decodable("small"))
            _ = try await photo(of: anna)
            try await anna.show(.photo, to: .onlyMe)
            let error = try await failure { _ = try await berta.download(anna.id, size: 64) }
            #expect(error.is(.notFound, .photoNotFound))
            #expect(try await anna.download(anna.id, size: 64).photo != nil)
        }
    }
}
