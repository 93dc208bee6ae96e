import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct TakeDownTests {
    @Test func aPhotoThatOnlyThisUserShouldNotHaveIsAllowedToOthers() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            for user in [anna, berta] { _ = try await user.upload(TestPhoto.made(1)) }
            try await server.operator.takeDown(
                [.photo], of: .userID(berta.id), because: "she is not Anna", allowingPhoto: true)
            #expect(try await server.operator.refusedPhotos() == [])
            #expect(try await anna.download(anna.id).photo != nil)
            let error = try await failure { _ = try await anna.download(berta.id) }
            #expect(error.is(.notFound, .photoNotFound))
        }
    }

    @Test func whatAUserDoesNotHaveIsNotTakenAway() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await anna.update(.changing(bio: "mine"))
            let before = try await anna.profile(of: anna.id)
            let nothing = try await server.operator.takeDown(
                [.photo, .links], of: .userID(anna.id))
            #expect(nothing == TakeDownResponse(userID: anna.id))
            #expect(try await anna.profile(of: anna.id) == before)
            let bio = try await server.operator.takeDown(
                [.bio, .photo], of: .displayName("ANNA"))
            #expect(bio.takenDown == [.bio])
        }
    }

    @Test func thoseWhoFollowHearWhatWasTakenAway() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            let start = try await server.store.changes(after: nil).end
            try await server.operator.takeDown([.photo], of: .userID(anna.id))
            let left = PublicProfile(displayName: "anna", photoVisibility: .signedIn)
            // On PostgreSQL they are told when all earlier transactions have ended.
            try await eventually {
                try await server.store.changes(after: start).changes
                    == [ProfileChange(userID: anna.id, now: .profile(left))]
            }
        }
    }
}
