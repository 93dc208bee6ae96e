import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct ReportProfileTests {
    @Test func whatWasReportedIsKeptAsItWas() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "Berta")
            _ = try await berta.upload(TestPhoto.made(1))
            try await berta.update(
                .changing(
                    bio: "buy\nnow", pronouns: "she/her", location: "Oslo",
                    links: ["https://example.org/a", "https://example.org/b"]))
            let seen = try await anna.profile(of: berta.id)
            try await anna.report(.displayName("BERTA"), .spam, note: "a shop\nand rude")
            let reportedAt = server.clock.now()
            // All of it changes.
            _ = try await berta.rename(to: "clara")
            try await berta.deletePhoto()
            try await berta.update(
                .changing(
                    bio: "", pronouns: "", location: "Oslo", links: []))
            try await server.collected()
            let report = try #require(try await server.operator.reports().first)
            #expect(
                report
                    == Report(
                        reportID: report.reportID, userID: berta.id, displayName: "Berta",
                        reportedAtMs: reportedAt, counts: [ReportCount(reason: .spam, count: 1)]))
            let (details, photo) = try await server.operator.details(of: report.reportID)
            var kept = try #require(seen)
            (kept.createdAtMs, kept.updatedAtMs) = (0, 0)
            #expect(details.profile == kept && photo == TestPhoto.made(1))
            #expect(details.remaining == [.location])
            #expect(
                details.entries == [
                    ReportEntry(
                        reporterUserID: anna.id, reason: .spam, note: "a shop\nand rude",
                        reportedAtMs: reportedAt)
                ])
        }
    }

    @Test func whatTheOwnerHidesIsNotKept() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.namelessUser()
            _ = try await berta.upload(TestPhoto.made(1))
            try await berta.update(.changing(bio: "mine", pronouns: "they/them"))
            for field in [ProfileField.photo, .bio] { try await berta.show(field, to: .onlyMe) }
            try await anna.report(.userID(berta.id))
            let id = try #require(try await server.operator.reports().first).reportID
            let (details, photo) = try await server.operator.details(of: id)
            #expect(details.profile == Profile(userID: berta.id, pronouns: "they/them"))
            #expect(photo == [] && details.remaining == [.pronouns])
        }
    }

    @Test func usersWhoReportTheSameStateMakeOneReport() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let berta = try await server.user(named: "berta")
            var reporters: [Person] = []
            for number in 0..<4 { reporters.append(try await server.user(named: "user\(number)")) }
            try await reporters[0].report(.userID(berta.id), .harassment)
            server.clock.advance(1)
            try await reporters[1].report(.userID(berta.id), .spam)
            try await reporters[2].report(.userID(berta.id), .harassment)
            try await berta.update(.changing(bio: "better"))
            server.clock.advance(1)
            try await reporters[3].report(.userID(berta.id), .spam)
            for size in [UInt32(1), 2, 0] {
                let reports = try await server.operator.reports(pageSize: size)
                #expect(
                    reports.map(\.counts) == [
                        [
                            ReportCount(reason: .spam, count: 1),
                            ReportCount(reason: .harassment, count: 2),
                        ], [ReportCount(reason: .spam, count: 1)],
                    ])
            }
            let first = try await server.operator.reports()[0]
            let entries = try await server.operator.details(of: first.reportID).details.entries
            #expect(entries.map(\.reporterUserID) == reporters[..<3].map(\.id))
        }
    }

    @Test func aUserIsReportedOnceADayByTheSameUser() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            try await anna.report(.userID(berta.id))
            server.clock.advance(TestClock.day / 4)
            // Neither by another key, nor after a change or a decision.
            try await berta.update(.changing(bio: "other"))
            let id = try #require(try await server.operator.reports().first).reportID
            try await server.operator.decide(id)
            let error = try await failure { try await anna.report(.displayName("berta"), .hate) }
            #expect(error.is(.resourceExhausted, .reportedTooOften))
            let wait = error.detail(ErrorInfo.self)?.retryAfterMs
            #expect(wait.map(Int64.init) == 3 * TestClock.day / 4)
            server.clock.advance(3 * TestClock.day / 4)
            try await anna.report(.userID(berta.id))
        }
    }

    @Test func aUserReportsTwentyUsersADay() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for _ in 0..<ProfileStore.reportLimit {
                try await anna.report(.userID(try server.stranger().id))
                server.clock.advance(1000)
            }
            let next = UserKey.Key.userID(try server.stranger().id)
            let error = try await failure { try await anna.report(next) }
            #expect(error.is(.resourceExhausted, .reportedTooOften))
            let wait = try #require(error.detail(ErrorInfo.self)?.retryAfterMs)
            #expect(Int64(wait) == TestClock.day - 20_000)
            // Those of another user are others.
            try await server.user(named: "clara").report(next)
            server.clock.advance(Int64(wait))
            try await anna.report(next)
        }
    }

    @Test func whoHasBlockedWhomAndWhoIsThereDoesNotShow() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let clara = try await server.user(named: "clara")
            let erased = try await server.user(named: "erased")
            try await berta.block(.userID(anna.id))
            try await anna.block(.userID(clara.id))
            let before = try await berta.profile(of: berta.id)
            try await server.service.erase(erased.id)
            for name in ["berta", "erased", "nobody"] {
                let error = try await failure { try await anna.report(.displayName(name)) }
                #expect(error.is(.notFound, .profileNotFound), "\(name)")
            }
            let nobody = try server.stranger().id
            for id in [berta.id, erased.id, nobody] {
                try await anna.report(.userID(id))
                let again = try await failure { try await anna.report(.userID(id)) }
                #expect(again.is(.resourceExhausted, .reportedTooOften))
            }
            // Whom the user has blocked, the user knows.
            try await anna.report(.displayName("Clara"))
            let reported = try await server.operator.reports().map(\.userID)
            #expect(reported == [berta.id, clara.id])
            // Nobody hears of it.
            #expect(try await berta.profile(of: berta.id) == before)
        }
    }

    @Test func aReportThatSaysNothingIsRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let key = UserKey.Key.userID(berta.id)
            let long = String(repeating: "x", count: 501)
            let wrong: [(UserKey.Key?, ReportReason, String, StatusCode, Reason)] = [
                (.userID(anna.id), .spam, "", .invalidArgument, .fieldMalformed),
                (.displayName("Anna"), .spam, "", .invalidArgument, .fieldMalformed),
                (nil, .spam, "", .invalidArgument, .fieldMissing),
                (.userID("x"), .spam, "", .invalidArgument, .fieldMalformed),
                (key, .unspecified, "", .invalidArgument, .fieldMissing),
                (key, .unrecognized(77), "", .invalidArgument, .fieldMalformed),
                (key, .spam, long, .invalidArgument, .fieldMalformed),
                (key, .spam, "a\u{202E}b", .invalidArgument, .fieldMalformed),
                (key, .spam, "a\u{7}b", .invalidArgument, .fieldMalformed),
            ]
            for (key, what, note, code, reason) in wrong {
                let error = try await failure { try await anna.report(key, what, note: note) }
                #expect(error.is(code, reason), "\(error)")
            }
            #expect(try await server.count("report") == 0)
            let stranger = try server.stranger()
            let error = try await failure { try await stranger.report(key) }
            #expect(error.is(.notFound, .profileNotFound))
            // The first call of a user who has just signed up makes their profile.
            try await server.service.hold("clara", for: stranger.id)
            try await stranger.report(key, .other, note: String(long.dropLast()))
            #expect(try await server.count("report") == 1)
        }
    }

    @Test func whoeverReportedIsInTheirOwnExportAlone() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            try await anna.report(.userID(berta.id), .hate, note: "look")
            let sent = SentReport(
                userID: berta.id, reason: .hate, note: "look", sentAtMs: server.clock.now())
            let records = try await server.store.records(of: #require(UUIDv7(anna.id)))
            #expect(records.reports == [sent])
            for id in [anna.id, berta.id] {
                let parts = try await server.service.peers.exportProfile(
                    ExportProfileRequest(userID: id), options: server.service.options())
                let part = try #require(try await parts.next())
                #expect(part.reports == (id == anna.id ? [sent] : []))
                #expect(!"\(part)".contains(anna.id) || id == anna.id)
            }
        }
    }

    @Test func anErasedReporterLeavesTheReportWithoutAName() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            try await anna.report(.userID(berta.id), .hate, note: "I am her aunt")
            try await server.service.erase(anna.id)
            let report = try #require(try await server.operator.reports().first)
            let entries = try await server.operator.details(of: report.reportID).details.entries
            #expect(
                entries == [ReportEntry(reason: .hate, reportedAtMs: server.clock.now())])
        }
    }

    @Test func nothingIsKeptOfAReportedUserWhoIsErased() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            _ = try await berta.upload(TestPhoto.made(1))
            try await anna.report(.userID(berta.id))
            try await berta.deletePhoto()
            try await server.service.erase(berta.id)
            try await server.collected()
            for table in ["report", "reportedProfile", "photo"] as [SQL] {
                #expect(try await server.count(table) == 0, "\(table.text)")
            }
            #expect(try await server.stored.ids() == [])
        }
    }

    @Test func reportsAreForgottenAMonthAfterTheyWereSentButNotBeforeTheDecision() async throws {
        try await withProfileServer(isCollecting: false, blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            for name in ["berta", "clara"] {
                try await anna.report(.userID(try await server.user(named: name).id))
            }
            try await anna.report(.userID(try server.stranger().id))
            let ids = try await server.operator.reports().map(\.reportID)
            try await server.operator.decide(ids[0])
            func forget() async throws {
                _ = try await server.store.forgetExpired(
                    limit: 500, reportBytes: .max, now: server.clock.now())
            }
            server.clock.advance(30 * TestClock.day)
            try await forget()
            #expect(try await server.count("report") == 3)
            server.clock.advance(1)
            try await forget()
            #expect(try await server.operator.reports().map(\.reportID) == [ids[1]])
            #expect(try await server.count("report") == 1)
        }
    }
}
