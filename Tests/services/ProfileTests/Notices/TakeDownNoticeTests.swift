import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What users are to be told, until Auth has it.
@Suite(.serialized) struct TakeDownNoticeTests {
    private func notices(of user: Person, _ server: ProfileServer) async throws -> [UnsentNotice] {
        let id = try #require(UUIDv7(user.id))
        return try await server.store.records(of: id).unsentNotices
    }

    @Test func aTakeDownIsNotedForItsOwnerWithWhatWasThere() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            try await anna.update(.changing(bio: "buy"))
            try await server.operator.takeDown(
                [.links, .bio, .photo], of: .userID(anna.id), because: "“spam” <b>")
            let notice = UnsentNotice(
                fields: [.photo, .bio], reason: "“spam” <b>", takenDownAtMs: server.clock.now())
            #expect(try await notices(of: anna, server) == [notice])
            #expect(try await server.service.exportedNotices(anna.id) == [notice])
        }
    }

    @Test(arguments: [ProfileField.displayName, .photo, .bio, .pronouns, .location, .links])
    func everyFieldIsNoted(_ field: ProfileField) {
        #expect(TakenFields.fields(ofBits: TakenFields.bits(of: [field])) == [field])
        #expect((1...63).contains(TakenFields.bits(of: [field])))
    }

    @Test func whatWasReportedAndIsTakenAwayIsNotedAndADismissalIsNot() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let reporter = try await server.user(named: "reporter")
            let berta = try await server.user(named: "berta")
            try await berta.update(.changing(bio: "buy"))
            for isTaken in [false, true] {
                server.clock.advance(TestClock.day)
                try await reporter.report(.userID(berta.id))
                let report = try #require(try await server.operator.reports().first).reportID
                try await server.operator.decide(
                    report, takingDown: isTaken ? [.bio] : [], because: "an advertisement")
                #expect(
                    try await notices(of: berta, server).map(\.reason)
                        == (isTaken ? ["an advertisement"] : []))
            }
            #expect(try await notices(of: reporter, server) == [])
        }
    }

    @Test func nobodyIsToldOfWhatWasNotThereOrWasNotTaken() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await server.operator.takeDown([.photo, .bio], of: .userID(anna.id))
            let admin = Person(server, "user \(anna.id)")
            let refused = try await failure {
                try await admin.takeDown([.displayName], of: .userID(anna.id))
            }
            #expect(refused.code == .permissionDenied)
            #expect(try await server.count("takeDownNotice") == 0)
        }
    }

    @Test func whoLosesADisplayNameIsToldIfTheAdministratorSaysWhy() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let admin = server.operator
            let anna = try await server.user(named: "anna")
            _ = try await admin.setName(of: .userID(anna.id), to: "berta")
            #expect(try await notices(of: anna, server) == [])
            _ = try await admin.setName(
                of: .userID(anna.id), to: "clara", because: "a case of Berta Meier",
                telling: "it is another's")
            _ = try await admin.setName(
                of: .userID(anna.id), to: "CLARA", telling: "other letters")
            _ = try await admin.removeName(of: .userID(anna.id), telling: "it is a brand")
            // There is none any more.
            _ = try await admin.removeName(of: .userID(anna.id), telling: "again")
            _ = try await admin.setName(of: .userID(anna.id), to: "dora", telling: "a new one")
            #expect(
                try await notices(of: anna, server).map { [$0.reason, "\($0.fields)"] }
                    == ["it is another's", "it is a brand"].map {
                        [$0, "\([ProfileField.displayName])"]
                    })
            let history = try await admin.history(of: "berta")
            #expect(history.tenures.first?.takenReason == "a case of Berta Meier")
            for bad in ["a\nb", String(repeating: "x", count: 501)] {
                let error = try await failure {
                    _ = try await admin.removeName(of: .userID(anna.id), telling: bad)
                }
                #expect(error.is(.invalidArgument, .fieldMalformed))
            }
        }
    }

    @Test func noNoticeIsLeftOfAnErasedUser() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            for user in [anna, berta] {
                try await user.update(.changing(bio: "buy"))
                try await server.operator.takeDown([.bio], of: .userID(user.id))
            }
            _ = try await server.service.erase(anna.id)
            #expect(try await server.count("takeDownNotice") == 1)
            #expect(try await notices(of: berta, server).count == 1)
        }
    }
}
