import NIOPosix
import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct BatchGetProfilesTests {
    @Test func idsAndNamesMixedAreAnsweredInTheirOrderWithoutTheUnknown() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "Berta")
            let nameless = try await server.namelessUser()
            _ = try await berta.upload(TestPhoto.made(1))
            try await server.service.hold("held", for: server.stranger().id)
            let answer = try await anna.batch([
                .displayName("BERTA"), .userID(nameless.id), .displayName("nobody"),
                .displayName("no name"), .userID(try server.stranger().id), .userID(berta.id),
                .displayName("held"), .userID(anna.id), .displayName(""),
            ])
            #expect(answer.profiles.map(\.userID) == [berta.id, nameless.id, anna.id])
            #expect(answer.profiles.map(\.displayName) == ["Berta", "", "anna"])
            #expect(answer.profiles[0].photo != nil && answer.left == [])
            #expect(try await anna.batch([]) == BatchGetProfilesResponse())
        }
    }

    @Test func aProfileHasTheFieldsThatWereAskedForAndThatTheCallerMaySee() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let berta = try await server.user(named: "berta")
            try await anna.update(
                .changing(
                    bio: "bio", pronouns: "she/her", location: "Bern",
                    links: ["https://example.org"]))
            try await anna.show(.location, to: .onlyMe)
            let all: [ProfileField] = [.displayName, .photo, .bio, .pronouns, .location, .links]
            let key = UserKey.Key.userID(anna.id)
            #expect(
                try await berta.batch([key], all).profiles
                    == [try await berta.profile(of: anna.id)].compactMap(\.self))
            #expect(
                try await anna.batch([key], all).profiles
                    == [try await anna.profile(of: anna.id)].compactMap(\.self))
            let bio = try await berta.batch([key], [.bio, .location]).profiles[0]
            #expect(bio.bio == "bio" && bio.displayName == "" && bio.location == "")
            #expect(bio.pronouns == "" && bio.links == [])
        }
    }

    @Test func theAnswerStopsBeforeFourMebibytesAndNamesWhoIsLeft() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let link = "https://example.org/" + String(repeating: "x", count: 2028)
            let whole = UpdateProfileRequest.changing(
                bio: String(repeating: "\u{1f600}", count: 1000),
                links: Array(repeating: link, count: 5))
            var users: [Person] = []
            for number in 0..<320 {
                let user = try await server.user(named: "user\(number)")
                try await user.update(whole)
                users.append(user)
            }
            var keys = users.enumerated().map { index, user -> UserKey.Key? in
                index.isMultiple(of: 2) ? .userID(user.id) : .displayName("USER\(index)")
            }
            var told: [String] = []
            var calls = 0
            while !keys.isEmpty, calls < 5 {
                let answer = try await users[0].batch(keys, [.bio, .links])
                told += answer.profiles.map(\.userID)
                #expect(answer.profiles.allSatisfy { $0.bio == whole.bio && $0.links.count == 5 })
                keys = answer.left.map(\.key)
                calls += 1
            }
            #expect(told == users.map(\.id) && calls == 2)
        }
    }

    @Test func allBadKeysAreNamedWithTheirIndex() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let error = try await failure {
                _ = try await anna.batch([
                    .userID("x"), .userID(anna.id), nil, .displayName("no name"), .userID(""),
                ])
            }
            let violations = error.detail(ErrorInfo.self)?.violations ?? []
            #expect(
                violations.map(\.field) == ["users[0].user_id", "users[2]", "users[4].user_id"])
            #expect(error.reasons == [.fieldMalformed, .fieldMissing, .fieldMissing])
            let watch = try await failure {
                _ = try await anna.watch(["x", anna.id, "y"]).next()
            }
            #expect(
                watch.detail(ErrorInfo.self)?.violations.map(\.field)
                    == ["user_ids[0]", "user_ids[2]"])
            // An error has room for so many.
            let many = try await failure {
                let bad = String(repeating: "x", count: 36)
                _ = try await anna.batch(Array(repeating: .userID(bad), count: 1000))
            }
            #expect(many.reasons.count == RPCError.namedEntries, "\(many)")
        }
    }

    @Test func aUserReadsManyProfilesOnlySoOften() async throws {
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: { $0.limits["profile-batch.account"] = RateLimit(2, per: .seconds(3600)) }
        ) { server in
            let anna = try await server.user(named: "anna")
            for _ in 0..<2 { _ = try await anna.batch([]) }
            let error = try await failure { _ = try await anna.batch([]) }
            #expect(error.is(.resourceExhausted, .tooManyAttempts))
        }
    }

    /// On one event loop, where the call that is due next waits for nothing else.
    @Test func otherCallsRunBeforeALongAnswerIsMade() async throws {
        let keys = (0..<1000).map { UserKey.name("user\($0)") }
        let batch = try ProfileBatch(BatchGetProfilesRequest(users: keys))
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        // All on the loop's thread.
        nonisolated(unsafe) var isMade = false
        let (answering, next) = try await loop.submit {
            let answering = Task(executorPreference: EventLoopTaskExecutor(loop)) {
                let answer = try await batch.answer(from: [], for: .stranger, links: nil)
                isMade = true
                return answer
            }
            return (answering, loop.submit { isMade })
        }.get()
        let wasMade = try await next.get()
        #expect(!wasMade)
        #expect(try await answering.value == BatchGetProfilesResponse())
    }

    @Test func tooManyUsersAndWhatIsNoneAreRefused() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let key = UserKey.Key.displayName("anna")
            #expect(
                try await anna.batch(Array(repeating: key, count: 1000)).profiles.count == 1)
            let wrong: [([UserKey.Key?], [ProfileField], Reason)] = [
                (Array(repeating: key, count: 1001), [], .tooMany), ([nil], [], .fieldMissing),
                ([key, .userID("x")], [], .fieldMalformed),
                ([key], [.unspecified], .fieldMalformed),
                ([key], [.unrecognized(99)], .fieldMalformed),
                ([key], [.bio, .photo, .bio], .fieldMalformed),
            ]
            for (keys, fields, reason) in wrong {
                let error = try await failure { _ = try await anna.batch(keys, fields) }
                #expect(error.is(.invalidArgument, reason))
            }
        }
    }
}
