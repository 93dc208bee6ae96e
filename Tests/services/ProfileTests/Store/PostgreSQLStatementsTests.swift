import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// The tests of handlers run on SQLite. Here PostgreSQL runs what their calls ask of the tables.
@Suite struct PostgreSQLStatementsTests {
    private func onPostgreSQL(
        _ body: @escaping @Sendable (ProfileServer) async throws -> Void
    ) async throws {
        try await TestEngine.$current.withValue(.postgresql) {
            try await withProfileServer(blobs: MemoryBlobs(), body)
        }
    }

    @Test func itRunsThoseOfNamesAndProfiles() async throws {
        try await onPostgreSQL { server in
            let (auth, admin) = (server.service, server.operator)
            let anna = try await server.user(named: "anna")
            let berta = try await server.namelessUser()
            let clara = try server.stranger()
            try await auth.hold("clara", for: clara.id)
            #expect(try await anna.check("clara").reasons == [.displayNameTaken])
            try await auth.release(clara.id)
            #expect(try await anna.rename(to: "anne")?.displayName == "anne")
            #expect(try await admin.setName(of: .displayName("anne"), to: "anja") == anna.id)
            #expect(try await admin.removeName(of: .userID(anna.id)) == anna.id)
            #expect(try await admin.history(of: "anja").tenures.count == 1)
            #expect(try await anna.rename(to: "annika")?.displayName == "annika")
            try await admin.reserveWord("boss", because: "the band")
            try await admin.releaseWord("boss")
            #expect(try await !admin.words(pageSize: 100).isEmpty)

            try await anna.update(.changing(bio: "mine"))
            #expect(try await berta.profile(of: anna.id)?.bio == "mine")
            #expect(try await berta.profile(named: "annika")?.userID == anna.id)
            for key in [UserKey.Key.userID(anna.id), .displayName("annika")] {
                #expect(try await berta.batch([key]).profiles.count == 1)
                #expect(try await berta.batch([key], [.bio]).profiles.first?.bio == "mine")
            }
            #expect(try await berta.search("ann").count == 1)
            #expect(try await auth.resolve("annika") == anna.id)
            #expect(try await auth.names(of: [anna.id, berta.id]) == [anna.id: "annika"])
            try await berta.block(.userID(anna.id))
            #expect(try await berta.blocked(pageSize: 1).map(\.userID) == [anna.id])
            try await berta.unblock(.displayName("annika"))
            #expect(try await berta.blocked() == [])

            #expect(try await auth.list(ListProfilesRequest()).profiles.count >= 2)
            #expect(try await auth.export(anna.id).profile?.bio == "mine")
            #expect(try await auth.erase(anna.id) > 0)
            let error = try await failure { _ = try await berta.profile(of: anna.id) }
            #expect(error.is(.notFound, .profileNotFound))
            _ = try await auth.restore(clara.id, wanting: "clara")
            #expect(try await clara.profile(of: clara.id)?.displayName == "clara")
        }
    }

    @Test func itRunsThoseOfPhotosAndReports() async throws {
        try await onPostgreSQL { server in
            let (auth, admin) = (server.service, server.operator)
            let (berta, report) = try await server.reported()
            #expect(try await admin.details(of: report).photo == TestPhoto.made(1))
            #expect(try await berta.download(berta.id).photo != nil)
            let taken = try await admin.decide(report, takingDown: [.bio, .photo])
            #expect(taken.takenDown == [.photo, .bio])
            let refused = try #require(try await admin.refusedPhotos(pageSize: 1).first)
            try await admin.allowPhoto(refused.photoID)
            _ = try await berta.upload(TestPhoto.made(1))
            try await berta.deletePhoto()
            _ = try await berta.upload(TestPhoto.made(2))
            #expect(try await auth.export(berta.id).photo == TestPhoto.made(2))
            #expect(try await admin.takeDown([.links], of: .userID(berta.id)).takenDown.count == 1)
            let notices = try await auth.allNotices()
            #expect(notices.count == 2)
            #expect(try await auth.exportedNotices(berta.id).count == 2)
            try await auth.removeNotices(notices.map(\.noticeID))
            try await server.collected()
            #expect(try await auth.erase(berta.id) > 0)
            try await server.collected()
        }
    }
}
