import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct AllowPhotoTests {
    @Test func aPhotoThatWasTakenAwayDoesNotComeBackUntilItIsAllowed() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await server.operator.takeDown(
                [.photo], of: .displayName("anna"), because: "gore")
            let berta = try await server.user(named: "berta")
            _ = try await berta.upload(TestPhoto.made(2))
            let comment = TestPhoto.segment(0xFE, Array("another file".utf8))
            let resaved = TestPhoto.made(1).prefix(2) + comment + TestPhoto.made(1).dropFirst(2)
            for bytes in [TestPhoto.made(1), Array(resaved)] {
                let error = try await failure { _ = try await berta.upload(bytes) }
                #expect(error.is(.failedPrecondition, .photoRefused))
            }
            try await server.collected()
            #expect(try await berta.download(berta.id).chunks.flatMap(\.self) == TestPhoto.made(2))
            #expect(try await server.stored.ids().count == 1)
            let refused = RefusedPhoto(
                photoID: photo.photoID, reason: "gore", refusedAtMs: server.clock.now())
            #expect(try await server.operator.refusedPhotos() == [refused])
            try await server.operator.allowPhoto(photo.photoID)
            #expect(try await server.operator.refusedPhotos() == [])
            #expect(try await berta.upload(TestPhoto.made(1)) == photo)
            let again = try await failure {
                try await server.operator.allowPhoto(photo.photoID)
            }
            #expect(again.is(.notFound, .photoNotRefused))
        }
    }
}
