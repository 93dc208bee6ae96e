import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct OwnProfileTests {
    @Test func theStateHasTheOwnProfileAndTheNextLaunchShowsItWithoutANetwork() async throws {
        let door = try ScriptedDoor()
        door.answerProfiles { profile in
            profile.bio = "I am \(profile.userID)."
            profile.photo = Photo()
            profile.photo?.url = "https://example.org/secret"
        }
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        let first = door.app(store)
        try await eventually { first.state.user?.profile.bio == "I am user-of-ann." }
        #expect(first.state.user?.displayName == "Ann")
        #expect(first.state.user?.photo?.url == "")
        #expect(first.state.user?.email == "ann@example.org")

        door.lose()
        let second = door.app(store)
        #expect(await second.restored() == .signedIn(try #require(first.state.user)))
        let stored = String(decoding: try #require(await store.load()), as: UTF8.self)
        #expect(!stored.contains("secret"))
    }

    /// Otherwise it would not be read again in the session.
    @Test func aProfileOfNobodyKnownYetCountsAsNotRead() async throws {
        let door = try ScriptedDoor()
        door.answerProfiles()
        let store = BrittleStore(try ScriptedDoor.stored(expired: false))
        store.readFails.withLock { $0 = true }
        let app = door.app(store)
        await #expect(throws: RollcallError.self) { try await app.ownProfile.read() }
        store.readFails.withLock { $0 = false }
        try await app.ownProfile.read()
        #expect(app.state.user?.displayName == "Ann")
    }

    @Test func aSessionThatAnEarlierVersionHasStoredStillLoads() async throws {
        let door = try ScriptedDoor()
        door.lose()
        let stored = """
            {"version":1,"endings":[],"deviceToken":"d","session":{"id":"s","user":{"id":"u",\
            "email":"e@example.org","isEmailVerified":true},"accessToken":"a",\
            "accessTokenExpiresAtMs":1,"refreshToken":"r","clockLeadMs":0}}
            """
        let app = door.app(InMemorySessionStore(Data(stored.utf8)))
        let user = User(id: "u", email: "e@example.org", isEmailVerified: true)
        #expect(await app.restored() == .signedIn(user))
        // A profile that is damaged is as if there were none.
        let damaged = stored.replacing(#""accessT"#, with: #""profile":"/w==","accessT"#)
        let other = door.app(InMemorySessionStore(Data(damaged.utf8)))
        #expect(await other.restored() == .signedIn(user))
    }

    @Test func aProfileThatComesAfterASignOutOrOfAnotherUserChangesNothing() async throws {
        let door = try ScriptedDoor()
        let isAsked = Locked(false)
        let mayAnswer = Locked(false)
        door.answer("GetProfile") { request, connection in
            isAsked.withLock { $0 = true }
            while !mayAnswer.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.005) }
            connection.answer(ScriptedDoor.profileAnswer("user-of-ann", "Ann"))
        }
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        try await eventually { isAsked.withLock { $0 } }
        _ = try await app.signIn("bob@example.org", password: "p")
        mayAnswer.withLock { $0 = true }
        #expect(
            try await remains(for: .milliseconds(300)) {
                app.state.user == User(id: "user-of-bob", email: "bob@example.org")
            })
    }

    @Test func anUpdateNamesWhatItChangesAndShowsInTheState() async throws {
        let door = try ScriptedDoor()
        door.answer("UpdateProfile") { request, connection in
            let asked = try? UpdateProfileRequest(decoding: request.body)
            var answer = UpdateProfileResponse()
            answer.profile = ScriptedDoor.profileAnswer("user-of-ann", "Ann").profile
            answer.profile?.bio = asked?.bio ?? ""
            connection.answer(answer)
        }
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        let user = try await app.updateProfile(
            ProfileChange(bio: "", location: "here", isFindable: false, revision: 7))
        #expect(user.displayName == "Ann")
        #expect(app.state.user == user)
        let request = try #require(
            door.server.asked.last { $0.path.hasSuffix("/UpdateProfile") })
        let asked = try UpdateProfileRequest(decoding: request.body)
        #expect(asked.updateMask == ["bio", "location", "is_findable"])
        #expect(asked.location == "here")
        #expect(asked.revision == 7)
    }

    @Test func aFullDiskDoesNotHideAnUpdate() async throws {
        let door = try ScriptedDoor()
        door.answer("UpdateProfile") { _, connection in
            var answer = UpdateProfileResponse()
            answer.profile = ScriptedDoor.profileAnswer("user-of-ann", "Ann").profile
            connection.answer(answer)
        }
        let store = BrittleStore(try ScriptedDoor.stored(expired: false))
        let app = door.app(store)
        _ = await app.restored()
        store.writeFails.withLock { $0 = true }
        #expect(try await app.updateProfile(ProfileChange(bio: "b")).displayName == "Ann")
        #expect(app.state.user?.id == "user-of-ann")
    }

    @Test func aDisplayNameIsFreeOrOwnOrTakenOrNotAllowed() async throws {
        let door = try ScriptedDoor()
        door.answerProfiles()
        door.answer("CheckDisplayName") { request, connection in
            var answer = CheckDisplayNameResponse()
            switch (try? CheckDisplayNameRequest(decoding: request.body))?.displayName {
            case "free", "ANN": answer.isAvailable = true
            case "bob":
                (answer.reasons, answer.suggestions) = ([.displayNameTaken], ["bob2", "bob3"])
            default:
                answer.reasons = [.displayNameTooShort, .displayNameBadCharacter]
                answer.position = 1
            }
            connection.answer(answer)
        }
        let app = door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
        try await eventually { app.state.user?.displayName == "Ann" }
        #expect(try await app.checkDisplayName("free") == .free)
        #expect(try await app.checkDisplayName("ANN") == .own)
        #expect(try await app.checkDisplayName("bob") == .taken(suggestions: ["bob2", "bob3"]))
        guard case .notAllowed(let violations) = try await app.checkDisplayName("b!") else {
            Issue.record("it is not allowed")
            return
        }
        #expect(violations.map(\.reason) == [.displayNameTooShort, .displayNameBadCharacter])
        #expect(violations.map(\.position) == [nil, 1])
        door.lose()
        await #expect {
            _ = try await app.checkDisplayName("free")
        } throws: {
            ($0 as? RollcallError)?.isAboutConnection == true
        }
    }
}
