import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What users are to be told, until Auth has it.
@Suite(.serialized, .onEachEngine) struct TakeDownNoticeTests {
    private func notices(of user: Person, _ server: ProfileServer) async throws -> [UnsentNotice] {
        let id = try #require(UUIDv7(user.id))
        return try await server.store.records(of: id).notices
    }

    @Test func aTakeDownIsNotedForItsOwnerWithWhatWasThere() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            try await anna.update(UpdateProfileRequest(bio: "buy"))
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
            try await berta.update(UpdateProfileRequest(bio: "buy"))
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
                try await user.update(UpdateProfileRequest(bio: "buy"))
                try await server.operator.takeDown([.bio], of: .userID(user.id))
            }
            _ = try await server.service.erase(anna.id)
            #expect(try await server.count("takeDownNotice") == 1)
            #expect(try await notices(of: berta, server).count == 1)
        }
    }

    /// Takes as many bios away as that.
    private func takeDown(_ count: Int, _ server: ProfileServer) async throws {
        let anna = try await server.user(named: "anna")
        for number in 0..<count {
            try await anna.update(UpdateProfileRequest(bio: "buy"))
            try await server.operator.takeDown(
                [.bio], of: .userID(anna.id), because: "\(number)")
        }
    }

    @Test func noticesAreListedByPagesAndStayUntilTheyAreRemoved() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await takeDown(5, server)
            let auth = server.service
            let notices = try await auth.allNotices()
            #expect(notices.map(\.reason) == ["0", "1", "2", "3", "4"])
            #expect(notices.allSatisfy { $0.fields == [.bio] })
            #expect(try await auth.allNotices() == notices)
            #expect(try await server.store.waitingNotices().count == 5)

            // Again, and with one that was never there.
            let unknown = try server.ids.next().description
            for _ in 0..<2 {
                try await auth.removeNotices(notices[1...2].map(\.noticeID) + [unknown])
            }
            #expect(try await auth.allNotices().map(\.reason) == ["0", "3", "4"])
            let waiting = try await server.store.waitingNotices()
            #expect(waiting.count == 3)
            #expect(waiting.oldest == UUIDv7(notices[0].noticeID)?.milliseconds)
            try await auth.removeNotices([])
            try await auth.removeNotices(notices.map(\.noticeID))
            #expect(try await server.store.waitingNotices() == (0, nil))
        }
    }

    @Test func whatIsNoIdOfANoticeIsRefusedAndRemovesNothing() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            try await takeDown(1, server)
            let auth = server.service
            let notice = try #require(try await auth.allNotices().first).noticeID
            for bad in ["", "x", notice + "0"] {
                let removal = try await failure { try await auth.removeNotices([notice, bad]) }
                #expect(removal.is(.invalidArgument, .fieldMalformed))
                guard !bad.isEmpty else { continue }
                let listing = try await failure { _ = try await auth.notices(after: bad) }
                #expect(listing.is(.invalidArgument, .fieldMalformed))
            }
            let many = Array(repeating: notice, count: 501)
            let removal = try await failure { try await auth.removeNotices(many) }
            #expect(removal.is(.invalidArgument, .tooMany))
            #expect(try await auth.allNotices().count == 1)
        }
    }
}

extension Person {
    fileprivate func notices(after last: String) async throws -> ListTakeDownNoticesResponse {
        try await profiles.listTakeDownNotices(
            ListTakeDownNoticesRequest(pageSize: 2, afterNoticeID: last), options: options())
    }

    fileprivate func allNotices() async throws -> [TakeDownNotice] {
        var (all, hasMore): ([TakeDownNotice], Bool) = ([], true)
        while hasMore {
            let page = try await notices(after: all.last?.noticeID ?? "")
            all += page.notices
            hasMore = page.hasMore
        }
        return all
    }

    fileprivate func removeNotices(_ ids: [String]) async throws {
        _ = try await profiles.removeTakeDownNotices(
            RemoveTakeDownNoticesRequest(noticeIDs: ids), options: options())
    }

    fileprivate func exportedNotices(_ user: String) async throws -> [UnsentNotice] {
        let parts = try await profiles.exportProfile(
            ExportProfileRequest(userID: user), options: options())
        return try await parts.next()?.unsentNotices ?? []
    }
}
