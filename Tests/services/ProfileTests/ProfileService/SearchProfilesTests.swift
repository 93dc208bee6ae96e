import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import Testing

@testable import Profile

@Suite(.serialized, .onEachEngine) struct SearchProfilesTests {
    @Test(arguments: [UInt32(0), 1, 2, 3, 100])
    func namesThatBeginAlikeAreFoundInTheirOrder(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let names = ["annika", "Anna", "ANN", "ann_k", "ann.k", "anm", "ano", "hann", "ann0"]
            var users: [String: Person] = [:]
            for name in names { users[name] = try await server.user(named: name) }
            _ = try await server.namelessUser()
            try await server.service.hold("annheld", for: server.stranger().id)
            let viewer = try #require(users["hann"])
            let found = try await viewer.search("aNN", pageSize: size)
            // In the order of ASCII.
            #expect(
                found.map(\.displayName) == ["ANN", "ann.k", "ann0", "ann_k", "Anna", "annika"])
            #expect(found.map(\.userID).first == users["ANN"]?.id)
            #expect(try await viewer.search("annx", pageSize: size) == [])
        }
    }

    @Test func theFieldsMayChangeFromPageToPage() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let annika = try await server.user(named: "annika")
            try await annika.update(.changing(bio: "Hello."))
            var request = SearchProfilesRequest(prefix: "ann", pageSize: 1)
            let first = try await anna.profiles.searchProfiles(request, options: anna.options())
            (request.pageToken, request.fields) = (first.nextPageToken, [.bio])
            let second = try await anna.profiles.searchProfiles(request, options: anna.options())
            #expect(first.profiles.map(\.displayName) == ["anna"])
            #expect(second.profiles.map(\.userID) == [annika.id])
            #expect(second.profiles.map(\.bio) == ["Hello."])
        }
    }

    @Test func whoeverDoesNotWantToBeFoundIsNotFromThatMomentOn() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            #expect(try await anna.profile(of: anna.id)?.isFindable == true)
            let hidden = try await anna.update(.changing(isFindable: false))
            #expect(!hidden.isFindable && hidden.revision == 2)
            #expect(try await berta.search("anna") == [])
            #expect(try await berta.profile(named: "anna") != nil)
            try await anna.update(.changing(isFindable: true))
            let found = try await berta.search("anna")
            #expect(found.map(\.userID) == [anna.id] && !found[0].isFindable)
        }
    }

    @Test func whoHasBlockedWhomDoesNotFindEachOther() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let users = [
                try await server.user(named: "user_a"), try await server.user(named: "user_b"),
                try await server.user(named: "user_c"),
            ]
            try await users[0].block(.userID(users[1].id))
            #expect(try await users[0].search("user").map(\.displayName) == ["user_a", "user_c"])
            #expect(try await users[1].search("user").map(\.displayName) == ["user_b", "user_c"])
            #expect(try await users[2].search("user").count == 3)
        }
    }

    @Test func aPhotoIsFoundByThoseWhoMaySeeIt() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            let photo = try await anna.upload(TestPhoto.made(1))
            try await anna.update(.changing(bio: "bio"))
            let found = try #require(try await berta.search("ann").first)
            #expect(found.photo == photo && found.bio == "")
            try await anna.show(.photo, to: .onlyMe)
            #expect(try await berta.search("ann").first?.photo == nil)
        }
    }

    @Test func aSearchAnswersWithTheFieldsThatItAsksFor() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            try await anna.update(.changing(bio: "bio", location: "Bern"))
            try await anna.show(.location, to: .onlyMe)
            func search(_ fields: [ProfileField]) async throws -> [RollcallAPI.Profile] {
                try await berta.profiles.searchProfiles(
                    SearchProfilesRequest(prefix: "ann", fields: fields),
                    options: berta.options()
                ).profiles
            }
            let fields: [ProfileField] = [.bio, .location]
            let found = try await search(fields)
            #expect(found == (try await berta.batch([.displayName("anna")], fields).profiles))
            #expect(found.map(\.bio) == ["bio"] && found[0].displayName == "")
            let error = try await failure { _ = try await search([.bio, .unspecified]) }
            #expect(error.is(.invalidArgument, .fieldMalformed))
            #expect(error.detail(ErrorInfo.self)?.violations.map(\.field) == ["fields[1]"])
        }
    }

    @Test func aPrefixFindsAHundredUsersAtMost() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            for number in 0..<103 { _ = try await server.user(named: "user\(1000 + number)") }
            let viewer = try await server.user(named: "viewer")
            for size in [UInt32(7), 100, 5000] {
                let found = try await viewer.search("user", pageSize: size)
                #expect(found.map(\.displayName) == (0..<100).map { "user\(1000 + $0)" })
            }
        }
    }

    @Test(arguments: ["", "a", "an", "a n", "an%", "\u{e4}nn", String(repeating: "a", count: 31)])
    func whatNoNameBeginsWithIsRefused(_ prefix: String) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let error = try await failure { _ = try await anna.search(prefix) }
            #expect(error.is(.invalidArgument, .fieldMalformed))
        }
    }

    @Test func aUserSearchesOnlySoOften() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: { $0.limits["search.account"] = RateLimit(3, per: .seconds(3600)) }
        ) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            for _ in 0..<3 { _ = try await anna.search("ann") }
            let error = try await failure { _ = try await anna.search("ann") }
            #expect(error.is(.resourceExhausted, .tooManyAttempts))
            #expect(try await berta.search("ann").count == 1)
        }
    }
}
