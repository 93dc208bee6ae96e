import Blobs
import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallPhotos
import RollcallRPC
import TestPostgreSQL
import TestServers
import Testing

@testable import Profile

/// Damaged and missing files are found, hidden, reported and healed, wherever they are.
@Suite(.serialized, .onEachEngine) struct PhotoScrubTests {
    @Test(arguments: PhotoKeeping.allCases)
    func aDamagedPhotoIsMovedAsideAndReportedAndTheOthersStay(_ keeping: PhotoKeeping) async throws
    {
        try await keeping.withServer { server, kept in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let carla = try await server.user(named: "carla")
            let photo = try await anna.upload(TestPhoto.made(1))
            _ = try await berta.upload(TestPhoto.made(1))
            let other = try await carla.upload(TestPhoto.made(2))
            try await kept.settle()
            try await kept.write(photo.photoID, [1, 2, 3])

            let state = try await server.pass()
            #expect(state.files == 2 && state.damagedFiles == 1 && state.trouble == nil)
            #expect(state.beganAt == nil && state.endedAt != nil)
            let found = try #require(try await server.operator.damagedPhotos().first)
            #expect(found.photoID == photo.photoID && found.profileCount == 2)
            #expect(found.userIDs == [anna.id, berta.id].sorted() && found.foundAtMs > 0)
            for user in [anna, berta] {
                let profile = try #require(try await carla.profile(of: user.id))
                #expect(profile.photo == nil)
                let error = try await failure { _ = try await carla.download(user.id) }
                #expect(error.is(.dataLoss, .photoDamaged))
            }
            #expect(try await anna.download(carla.id).photo == other)

            try await server.collected()
            #expect(try await kept.quarantined(photo.photoID) == [1, 2, 3])
            let blobs = server.handler.photos.blobs
            #expect(try await blobs.size(of: photo.blob) == nil)
            // Once is enough.
            #expect(try await server.pass().files == 1)
            #expect(try await server.damaged() == [photo.photoID])

            // One upload heals it for all who have it.
            #expect(try await berta.upload(TestPhoto.made(1)) == photo)
            #expect(try await server.damaged() == [])
            for user in [anna, berta] {
                #expect(try await carla.profile(of: user.id)?.photo == photo)
                #expect(try await carla.download(user.id).photo == photo)
            }
            let healed = try await server.pass()
            #expect(healed.files == 2 && healed.damagedFiles == 0)
        }
    }

    @Test(arguments: PhotoKeeping.allCases)
    func aMissingFileIsFoundAndComesBackWhenItIsPutBack(_ keeping: PhotoKeeping) async throws {
        try await keeping.withServer { server, kept in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await kept.settle()
            try await kept.remove(photo.photoID)
            #expect(try await server.pass().damagedFiles == 1)
            #expect(try await server.damaged() == [photo.photoID])
            #expect(try await anna.profile(of: anna.id)?.photo == nil)
            // What is put back is looked at first.
            try await kept.write(photo.photoID, [9])
            try await server.scrub().lookForReturns()
            #expect(try await server.damaged() == [photo.photoID])
            try await kept.write(photo.photoID, TestPhoto.made(1))
            try await server.scrub().lookForReturns()
            #expect(try await server.damaged() == [])
            #expect(try await anna.profile(of: anna.id)?.photo == photo)
            #expect(try await anna.download(anna.id).photo == photo)
            try await server.collected()
            #expect(try await anna.download(anna.id).photo == photo)
        }
    }

    @Test(arguments: PhotoKeeping.allCases)
    func rowsWithoutFilesAndFilesWithoutRowsAreFoundBothWays(_ keeping: PhotoKeeping) async throws {
        try await keeping.withServer { server, kept in
            let anna = try await server.user(named: "anna")
            let lost = try await anna.upload(TestPhoto.made(1))
            let stray = SHA256Digest(of: TestPhoto.made(2)).description
            #expect(try await server.service.checkPhotos() == [])
            try await kept.remove(lost.photoID)
            try await kept.write(stray, TestPhoto.made(2))
            let faults = [
                PhotoFault(
                    kind: .fileMissing, photoID: lost.photoID, userID: anna.id, profileCount: 1),
                PhotoFault(kind: .strayFile, photoID: stray),
            ].sorted { $0.photoID < $1.photoID }
            #expect(try await server.service.checkPhotos(mending: true) == faults)
            try await kept.settle()
            try await server.collected()
            #expect(try await server.service.checkPhotos() == [])
            let blob = try #require(BlobID(stray))
            #expect(try await server.handler.photos.blobs.size(of: blob) == nil)
        }
    }

    @Test(arguments: PhotoKeeping.allCases)
    func whatWasMovedAsideGoesWithTheLastWhoHadIt(_ keeping: PhotoKeeping) async throws {
        try await keeping.withServer { server, kept in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await kept.settle()
            try await kept.write(photo.photoID, [1])
            try await server.pass()
            try await server.collected()
            #expect(try await kept.quarantined(photo.photoID) == [1])
            try await server.service.erase(anna.id)
            try await server.collected()
            #expect(try await kept.quarantined(photo.photoID) == nil)
            #expect(try await server.count("photo") == 0)
        }
    }

    @Test func thoseWhoFollowAreToldAndLinksLeadNowhere() async throws {
        try await withProfileServer(isCollecting: false) { server in
            let anna = try await server.user(named: "anna")
            try await anna.show(.photo, to: .everyone)
            let photo = try await anna.upload(TestPhoto.made(1))
            let base = "https://photos.example.org"
            let links = PhotoLinks(base: base, secret: [UInt8](repeating: 7, count: 32)) { 0 }
            let linked = LinkedPhotos(links: links, photos: server.handler.photos, maker: nil)
            var message = photo
            let user = try #require(UUIDv7(anna.id))
            try links.add(to: &message, photo.blob, of: user, seenBy: .everyone, for: .stranger)
            let target = message.url.dropFirst("https://photos.example.org".count)
            let link = try #require(PhotoLink(target: String(target)))
            #expect(try await linked.find(link) != nil)
            let follower = try await server.service.follow()
            #expect(try await Self.nextChange(follower)?.photo == photo)

            try await server.stored.remove(photo.photoID)
            try await server.pass()
            #expect(try await linked.find(link) == nil)
            let told = try await Self.nextChange(follower)
            #expect(told == PublicProfile(displayName: "anna", photoVisibility: .everyone))
            _ = try await anna.upload(TestPhoto.made(1))
            #expect(try await linked.find(link) != nil)
            #expect(try await Self.nextChange(follower)?.photo == photo)
        }
    }

    private static func nextChange(
        _ stream: ResponseStream<WatchProfileChangesResponse>
    ) async throws -> PublicProfile? {
        while let part = try await stream.next() {
            if case .profile(let profile) = part.changes.last?.now { return profile }
        }
        return nil
    }

    @Test func aDamagedSquareIsForgottenAndMadeAnew() async throws {
        let program = try PhotoProgram()
        try await withProfileServer(isCollecting: false, configure: { $0.photoProgram = program }) {
            server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.decodable("wide"))
            let square = try await anna.download(anna.id, size: 128)
            let id = try #require(square.photo?.photoID)
            try await server.stored.overwrite(id, with: [0])
            #expect(try await server.count("photoSquare") == 4)
            let state = try await server.pass()
            #expect(state.files == 5 && state.damagedFiles == 1)
            #expect(try await server.count("photoSquare") == 3)
            try await server.collected()
            #expect(try await server.stored.ids().count == 4)
            // The photo itself is sound.
            #expect(try await server.damaged() == [])
            #expect(try await anna.download(anna.id).photo?.photoID == photo.photoID)
            #expect(try await anna.download(anna.id, size: 128).chunks == square.chunks)
            #expect(try await server.pass().damagedFiles == 0)
        }
    }

    @Test func aReportedPhotoThatIsDamagedIsSaidToBe() async throws {
        try await withProfileServer(isCollecting: false) { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await server.user(named: "berta").report(.userID(anna.id))
            try await anna.deletePhoto()
            try await server.stored.remove(photo.photoID)
            try await server.pass()
            let found = try #require(try await server.operator.damagedPhotos().first)
            #expect(found.photoID == photo.photoID && found.profileCount == 0)
            #expect(found.userIDs == [])
            let report = try #require(try await server.operator.reports().first)
            let error = try await failure {
                _ = try await server.operator.details(of: report.reportID)
            }
            #expect(error.is(.dataLoss, .photoDamaged))
            try await server.operator.decide(report.reportID)
            try await server.collected()
            #expect(try await server.damaged() == [])
        }
    }

    @Test func aDamagedPhotoCanBeReplacedDeletedAndTakenDown() async throws {
        try await withProfileServer(isCollecting: false) { server in
            var users: [Person] = []
            for number in 1...3 as ClosedRange<UInt8> {
                let user = try await server.user(named: "user\(number)")
                let photo = try await user.upload(TestPhoto.made(number))
                try await server.stored.remove(photo.photoID)
                users.append(user)
            }
            try await server.pass(acceptingDamage: true)
            #expect(try await server.damaged().count == 3)
            let new = try await users[0].upload(TestPhoto.made(9))
            try await users[1].deletePhoto()
            try await server.operator.takeDown([.photo], of: .userID(users[2].id))
            try await server.collected()
            #expect(try await server.damaged() == [])
            #expect(try await server.stored.ids() == [new.photoID])
            #expect(try await server.count("garbage") == 0)
        }
    }
}
