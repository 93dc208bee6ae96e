import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct DecideReportTests {
    static let all: [ProfileField] = [
        .displayName, .photo, .bio, .pronouns, .location, .links,
    ]

    @Test func aDismissedReportLeavesTheProfileAndForgetsWhatWasKept() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await server.reported()
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
            let (berta, report) = try await server.reported()
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

    @Test func whatItsOwnerHasChangedSinceStays() async throws {
        try await withProfileServer { server in
            let (berta, report) = try await server.reported()
            _ = try await berta.rename(to: "BERTA")
            _ = try await berta.upload(TestPhoto.made(2))
            try await berta.update(.changing(bio: "better", location: ""))
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
}
