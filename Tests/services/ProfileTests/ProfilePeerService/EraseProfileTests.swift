import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct EraseProfileTests {
    @Test func nothingIsLeftOfAnErasedUser() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            _ = try await anna.rename(to: "berta")
            let clara = try await server.user(named: "clara")
            try await anna.block(.userID(clara.id))
            try await clara.block(.userID(anna.id))
            try await anna.report(.userID(clara.id))
            try await clara.report(.userID(anna.id))
            let id = try #require(UUIDv7(anna.id))
            // The test looks where these are.
            let before = try await server.mentions(of: id)
            for column in ["block.userid", "block.blockedid", "report.reportedid"] {
                #expect(before.contains(column), "\(before)")
            }
            let erasedAt = try await server.service.erase(anna.id)
            #expect(erasedAt == server.clock.now())
            try await server.collected()
            #expect(try await server.stored.ids() == [])
            for table in ["photo", "garbage"] as [SQL] {
                #expect(try await server.count(table) == 0, "\(table.text)")
            }
            let left = try await server.mentions(of: id)
            #expect(left == ["change.userid", "eraseduser.userid"])
            for key in [UserKey.id(anna.id), .name("berta")] {
                let error = try await failure { _ = try await clara.get(key) }
                #expect(error.is(.notFound, .profileNotFound))
            }
        }
    }

    @Test func aPhotoThatAnotherUserHasStays() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            for user in [anna, berta] { _ = try await user.upload(TestPhoto.made(1)) }
            _ = try await server.service.erase(anna.id)
            try await server.collected()
            #expect(try await berta.download(berta.id).photo != nil)
        }
    }

    @Test func theNamesOfAnAbuserAreFreeAtOnceOnRequest() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.rename(to: "berta")
            _ = try await server.service.erase(anna.id, freeName: true)
            for name in ["anna", "berta"] {
                #expect(try await server.user(named: name).id != anna.id)
            }
        }
    }

    @Test func erasingAgainAnswersTheSame() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let erasedAt = try await server.service.erase(anna.id)
            server.clock.advance(1000)
            #expect(try await server.service.erase(anna.id) == erasedAt)
        }
    }

    @Test func aUserThatNobodyHasHeardOfIsNoError() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            #expect(try await server.service.erase(server.stranger().id) == server.clock.now())
            let error = try await failure { _ = try await server.service.erase("../anna") }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func nothingThatComesLateBringsAUserBack() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await server.service.erase(anna.id)
            server.clock.advance(400 * TestClock.day)
            let calls: [() async throws -> Void] = [
                { try await server.service.hold("anna", for: anna.id) },
                { try await server.service.confirm(anna.id) },
                { _ = try await anna.rename(to: "anna") },
                { _ = try await anna.upload(TestPhoto.made(1)) },
            ]
            for call in calls { #expect(try await failure(of: call).code == .notFound) }
            try await server.service.release(anna.id)
            try await anna.deletePhoto()
            #expect(try await server.count("profile") == 0)
        }
    }

    @Test func anUploadThatIsUnderWayLeavesNoFile() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1)
            let upload = try await anna.beginUpload(of: photo)
            try await upload.send(UploadPhotoRequest(chunk: Array(photo.prefix(100))))
            _ = try await server.service.erase(anna.id)
            let error = try await failure {
                try await upload.send(UploadPhotoRequest(chunk: Array(photo.dropFirst(100))))
                _ = try await upload.finish()
            }
            #expect(error.is(.notFound, .profileNotFound))
            try await server.collected()
            #expect(try await server.stored.ids() == [])
        }
    }

    @Test func anErasedNameIsNobodysForThirtyDays() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.rename(to: "berta")
            _ = try await server.service.erase(anna.id)
            let clara = try await server.user(named: "clara")
            for name in ["anna", "berta"] {
                let error = try await failure { _ = try await clara.rename(to: name) }
                #expect(error.is(.alreadyExists, .displayNameTaken))
            }
            server.clock.advance(30 * TestClock.day - 1)
            #expect(try await clara.check("anna").reasons == [.displayNameTaken])
            // Until the end of that day, so that nothing says which names went at the same instant.
            server.clock.advance(TestClock.day)
            _ = try await clara.rename(to: "anna")
            _ = try await server.user(named: "berta")
        }
    }

    @Test func noFileHasAnythingOfAnErasedUserButTheTombstoneAndTheNames() async throws {
        try await withProfileServer { server in
            let reporter = try await server.user(named: "reporter")
            let anna = try await server.user(named: "Quotaxy_one")
            // One that no other test leaves on PostgreSQL's server.
            _ = try await anna.upload(TestPhoto.made(201, dataSize: 201))
            _ = try await anna.rename(to: "Quotaxy_two")
            for number in 0..<20 {
                try await anna.update(
                    .changing(
                        bio: "quotaxy-bio-\(number)" + String(repeating: "~", count: 40 * number),
                        pronouns: "quotaxy-pro-\(number)", location: "quotaxy-loc-\(number)",
                        links: ["https://quotaxy-link.example/\(number)"]))
            }
            try await reporter.report(.userID(anna.id), note: "quotaxy-note")
            try await anna.report(.userID(reporter.id), note: "quotaxy-word")
            try await anna.block(.userID(reporter.id))
            let id = try #require(UUIDv7(anna.id))
            let photo = try #require(try await server.photos().first)
            let traces: [[UInt8]] =
                ["quotaxy-", "quotaxy_"].map { Array($0.utf8) } + [
                    id.bytes, Hex.decode(photo) ?? [],
                ]
            // The test looks where these are.
            for trace in traces.map(StoredTrace.init) {
                #expect(try await server.stores(trace), "\(trace)")
            }
            try await server.service.erase(anna.id)
            try await server.collected()
            #expect(try await !server.stores(StoredTrace(traces[0])))
            try await server.store.write { transaction in
                for table in ["erasedUser", "change", "quarantinedName", "nameHistory"] as [SQL] {
                    try transaction.run(Command("DELETE FROM \(table)"))
                }
            }
            try await server.store.emptyJournal()
            for trace in traces.map(StoredTrace.init) {
                #expect(try await !server.stores(trace), "\(trace)")
            }
        }
    }

    @Test func onlyServicesMayEraseAndExport() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let calls: [() async throws -> Void] = [
                { _ = try await anna.erase(anna.id) }, { _ = try await anna.export(anna.id) },
            ]
            for call in calls { #expect(try await failure(of: call).code == .permissionDenied) }
            #expect(try await server.count("profile") == 1)
        }
    }
}
