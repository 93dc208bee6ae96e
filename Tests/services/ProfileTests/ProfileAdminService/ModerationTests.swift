import Blobs
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What administrators do with profiles that were reported, and with others.
@Suite(.serialized, .onEachEngine) struct ModerationTests {
    private static let all: [ProfileField] = [
        .displayName, .photo, .bio, .pronouns, .location, .links,
    ]

    @Test func aDismissedReportLeavesTheProfileAndForgetsWhatWasKept() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await reported(server)
            let before = try await berta.profile(of: berta.id)
            try await berta.deletePhoto()
            #expect(try await server.operator.decide(report) == .init(userID: berta.id))
            try await server.collected()
            #expect(try await berta.profile(of: berta.id)?.bio == before?.bio)
            #expect(try await server.operator.reports() == [])
            #expect(try await server.stored.ids() == [])
            for call in [
                { _ = try await server.operator.details(of: report) },
                { try await server.operator.decide(report) },
            ] as [() async throws -> Void] {
                #expect(try await failure(of: call).is(.notFound, .reportNotFound))
            }
            // The photo was not what was wrong.
            _ = try await berta.upload(TestPhoto.made(1))
        }
    }

    @Test(arguments: all)
    func oneFieldIsTakenAway(_ field: ProfileField) async throws {
        try await withProfileServer { server in
            let (berta, report) = try await reported(server)
            let before = try #require(try await berta.profile(of: berta.id))
            server.clock.advance(1000)
            let answer = try await server.operator.decide(report, takingDown: [field])
            #expect(answer == DecideReportResponse(userID: berta.id, takenDown: [field]))
            let after = try #require(try await berta.profile(of: berta.id))
            var expected = before
            switch field {
            case .displayName: expected.displayName = ""
            case .photo: expected.photo = nil
            case .bio: expected.bio = ""
            case .pronouns: expected.pronouns = ""
            case .location: expected.location = ""
            default: expected.links = []
            }
            expected.revision = after.revision
            expected.updatedAtMs = server.clock.now()
            #expect(after == expected && after.revision > before.revision)
            if field == .displayName {
                let history = try await server.operator.history(of: "berta")
                #expect(history.tenures.map(\.takenReason) == ["as the test wants it"])
            }
        }
    }

    @Test func allFieldsAreTakenAwayAtOnce() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await reported(server)
            let answer = try await server.operator.decide(
                report, takingDown: Self.all.reversed())
            #expect(answer.takenDown == Self.all)
            try await server.collected()
            #expect(try await server.stored.ids() == [])
            let left = try await berta.profile(of: berta.id)
            #expect(left?.asOthersSeeIt.bio == "" && left?.links == [] && left?.photo == nil)
        }
    }

    @Test func whatItsOwnerHasChangedSinceStays() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await reported(server)
            _ = try await berta.rename(to: "BERTA")
            _ = try await berta.upload(TestPhoto.made(2))
            try await berta.update(UpdateProfileRequest(bio: "better", location: ""))
            let answer = try await server.operator.decide(report, takingDown: Self.all)
            // Another case of its letters makes no other name.
            #expect(answer.takenDown == [.displayName, .pronouns, .links])
            let left = try await berta.profile(of: berta.id)
            #expect(left?.bio == "better" && left?.photo != nil)
            // The photo that was reported is refused nevertheless.
            let error = try await failure { _ = try await berta.upload(TestPhoto.made(1)) }
            #expect(error.is(.failedPrecondition, .photoRefused))
        }
    }

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

    @Test(arguments: [UInt32(1), 2, 0])
    func refusedPhotosAreListedInPages(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            var ids: [String] = []
            for number in 1...3 {
                ids.append(try await anna.upload(TestPhoto.made(UInt8(number))).photoID)
                try await server.operator.takeDown([.photo], of: .userID(anna.id))
            }
            let listed = try await server.operator.refusedPhotos(pageSize: size)
            #expect(listed.map(\.photoID) == ids.sorted())
        }
    }

    @Test func whatAUserDoesNotHaveIsNotTakenAway() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await anna.update(UpdateProfileRequest(bio: "mine"))
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

    @Test func aPhotoThatIsKeptWithAReportIsNoFaultAndALostOneIsMended() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await reported(server)
            try await berta.deletePhoto()
            try await server.collected()
            #expect(try await server.service.checkPhotos() == [])
            let id = try #require(try await server.photos().first)
            let blob = try #require(BlobID(id))
            try await server.handler.photos.blobs.delete(blob)
            let damaged = try await failure {
                _ = try await server.operator.details(of: report)
            }
            #expect(damaged.is(.dataLoss, .photoDamaged))
            #expect(
                try await server.service.checkPhotos(mending: true)
                    == [PhotoFault(kind: .fileMissing, photoID: id)])
            let (details, photo) = try await server.operator.details(of: report)
            #expect(details.profile?.photo == nil && details.profile?.bio == "buy" && photo == [])
        }
    }

    @Test func aRequestThatNamesNothingIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let (_, report) = try await reported(server)
            let admin = server.operator
            let long = String(repeating: "x", count: 501)
            let wrong: [(StatusCode, Reason, () async throws -> Void)] = [
                (.invalidArgument, .fieldMissing, { try await admin.decide("") }),
                (.invalidArgument, .fieldMalformed, { try await admin.decide("x") }),
                (.notFound, .reportNotFound, { try await admin.decide(anna.id) }),
                (.invalidArgument, .fieldMissing, { try await admin.decide(report, because: "") }),
                (
                    .invalidArgument, .fieldMalformed,
                    { try await admin.decide(report, because: long) }
                ),
                (
                    .invalidArgument, .fieldMalformed,
                    { try await admin.decide(report, takingDown: [.unspecified]) }
                ),
                (
                    .invalidArgument, .fieldMissing,
                    { try await admin.takeDown([], of: .userID(anna.id)) }
                ),
                (
                    .invalidArgument, .fieldMalformed,
                    { try await admin.takeDown([.unrecognized(9)], of: .userID(anna.id)) }
                ),
                (.invalidArgument, .fieldMissing, { try await admin.takeDown([.bio], of: nil) }),
                (
                    .notFound, .profileNotFound,
                    { try await admin.takeDown([.bio], of: .displayName("nobody")) }
                ),
                (
                    .notFound, .profileNotFound,
                    { try await admin.takeDown([.bio], of: .userID(server.stranger().id)) }
                ),
                (.invalidArgument, .fieldMissing, { try await admin.allowPhoto("") }),
                (.invalidArgument, .fieldMalformed, { try await admin.allowPhoto("x") }),
                (.invalidArgument, .fieldMissing, { _ = try await admin.details(of: "") }),
                (.notFound, .reportNotFound, { _ = try await admin.details(of: anna.id) }),
            ]
            for (code, reason, call) in wrong {
                let error = try await failure(of: call)
                #expect(error.is(code, reason), "\(error)")
            }
            #expect(try await admin.reports().count == 1)
        }
    }

    @Test func onlyAdministratorsModerate() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let (berta, report) = try await reported(server)
            let admin = Person(server, "admin \(try server.ids.next())")
            for caller in [berta, server.service] {
                let calls: [() async throws -> Void] = [
                    { _ = try await caller.reports() },
                    { _ = try await caller.details(of: report) },
                    { try await caller.decide(report) },
                    { try await caller.takeDown([.bio], of: .userID(berta.id)) },
                    { _ = try await caller.refusedPhotos() },
                    { try await caller.allowPhoto(String(repeating: "0", count: 64)) },
                ]
                for call in calls {
                    #expect(try await failure(of: call).code == .permissionDenied)
                }
            }
            #expect(try await admin.reports().count == 1)
            try await admin.decide(report)
        }
    }

    /// A user with something in every field, who was reported.
    private func reported(_ server: ProfileServer) async throws -> (user: Person, report: String) {
        let reporter = try await server.user(named: "reporter")
        let berta = try await server.user(named: "berta")
        _ = try await berta.upload(TestPhoto.made(1))
        try await berta.update(
            UpdateProfileRequest(
                bio: "buy", pronouns: "she/her", location: "Oslo",
                links: ProfileLinks(links: ["https://example.org/"])))
        try await reporter.report(.userID(berta.id))
        return (berta, try #require(try await server.operator.reports().first).reportID)
    }
}
