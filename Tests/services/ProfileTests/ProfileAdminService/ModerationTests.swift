import Blobs
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What administrators do with profiles that were reported, and with others.
@Suite(.serialized) struct ModerationTests {
    @Test func allFieldsAreTakenAwayAtOnce() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await server.reported()
            let answer = try await server.operator.decide(
                report, takingDown: DecideReportTests.all.reversed())
            #expect(answer.takenDown == DecideReportTests.all)
            try await server.collected()
            #expect(try await server.stored.ids() == [])
            let left = try await berta.profile(of: berta.id)
            #expect(left?.asOthersSeeIt.bio == "" && left?.links == [] && left?.photo == nil)
        }
    }

    @Test func aPhotoThatIsKeptWithAReportIsNoFaultAndALostOneIsMended() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await server.reported()
            try await berta.deletePhoto()
            try await server.collected()
            #expect(try await server.operator.checkPhotos() == [])
            let id = try #require(try await server.photos().first)
            let blob = try #require(BlobID(id))
            try await server.handler.photos.blobs.delete(blob)
            let damaged = try await failure {
                _ = try await server.operator.details(of: report)
            }
            #expect(damaged.is(.dataLoss, .photoDamaged))
            #expect(
                try await server.operator.checkPhotos(mending: true)
                    == [PhotoFault(kind: .fileMissing, photoID: id, isMended: true)])
            let (details, photo) = try await server.operator.details(of: report)
            #expect(details.profile?.photo == nil && details.profile?.bio == "buy" && photo == [])
        }
    }

    @Test func aRequestThatNamesNothingIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let (_, report) = try await server.reported()
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
            let (berta, report) = try await server.reported()
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
}
