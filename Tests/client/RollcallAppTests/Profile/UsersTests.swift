import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct UsersTests {
    private func app(_ door: ScriptedDoor) throws -> Rollcall {
        door.app(InMemorySessionStore(try ScriptedDoor.stored(expired: false)))
    }

    @Test func usersComeWithProfileAndPresenceInTheOrderOfTheirIDs() async throws {
        let door = try ScriptedDoor()
        door.answerUsers()
        let app = try app(door)
        let users = try await app.users(["user-2", "nobody", "user-1", "user-2"])
        #expect(users.map(\.id) == ["user-2", "user-1"])
        #expect(users.map(\.displayName) == ["name 2", "name 1"])
        #expect(users.allSatisfy { $0.isOnline })
        #expect(try await app.user("user-3").statusText == nil)
        await #expect {
            _ = try await app.user("nobody")
        } throws: {
            ($0 as? RollcallError)?.reasons == [.profileNotFound]
        }
        #expect(try await app.searchUsers(prefix: "nam").map(\.id) == ["user-1"])
    }

    @Test func idsMayBeInUpperCase() async throws {
        let door = try ScriptedDoor()
        door.answerUsers()
        let app = try app(door)
        #expect(try await app.user("USER-1").displayName == "name 1")
        #expect(try await app.users(["User-1", "USER-1"]).map(\.id) == ["user-1"])
        door.lose()
        #expect(try await app.user("USER-1").displayName == "name 1")
    }

    @Test func withoutANetworkTheyComeFromTheCache() async throws {
        let door = try ScriptedDoor()
        door.answerUsers()
        let app = try app(door)
        _ = try await app.users(["user-1", "user-2"])
        door.lose()
        let users = try await app.users(["user-3", "user-2", "user-1"])
        #expect(users.map(\.displayName) == ["name 2", "name 1"])
        #expect(users.allSatisfy { !$0.isOnline && $0.lastSeen != nil })
        await #expect {
            _ = try await app.user("user-3")
        } throws: {
            ($0 as? RollcallError)?.isAboutConnection == true
        }
        try await app.signOut()
        await #expect(throws: RollcallError.notSignedIn) { try await app.users(["user-1"]) }
    }

    @Test func withoutPresenceUsersAreShownAsTheyWereLastSeen() async throws {
        let door = try ScriptedDoor()
        door.answerUsers()
        let app = try app(door)
        let seen = try await app.user("user-1").lastSeen
        door.answer("GetPresence") { $1.answer(503, .unavailable) }
        let user = try await app.user("user-1")
        #expect(user.displayName == "name 1")
        #expect(!user.isOnline)
        #expect(user.lastSeen == seen)
    }

    @Test func aServerThatLeavesUsersOutIsAskedAgainAndNotForEver() async throws {
        let door = try ScriptedDoor()
        door.answerUsers()
        let app = try app(door)
        door.answer("BatchGetProfiles") { request, connection in
            let asked = (try? BatchGetProfilesRequest(decoding: request.body))?.users ?? []
            var answer = ScriptedDoor.profiles(of: asked.prefix(1))
            answer.left = Array(asked.dropFirst())
            connection.answer(answer)
        }
        #expect(try await app.users(["user-1", "user-2", "user-3"]).count == 3)
        door.answer("BatchGetProfiles") { request, connection in
            var answer = BatchGetProfilesResponse()
            answer.left = (try? BatchGetProfilesRequest(decoding: request.body))?.users ?? []
            connection.answer(answer)
        }
        await #expect {
            _ = try await app.user("user-1")
        } throws: {
            ($0 as? RollcallError)?.origin == .malformedAnswer
        }
    }

    @Test func allPagesOfBlockedUsersAreRead() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        door.answer("ListBlockedUsers") { request, connection in
            let token = (try? ListBlockedUsersRequest(decoding: request.body))?.pageToken ?? ""
            var (answer, user) = (ListBlockedUsersResponse(), NamedUser())
            (user.userID, user.displayName) = ("user-\(token)", "name \(token)")
            answer.users = [user]
            answer.nextPageToken = token == "xx" ? "" : token + "x"
            connection.answer(answer)
        }
        #expect(try await app.blockedUsers().map(\.id) == ["user-", "user-x", "user-xx"])
        // Pages without end and without users end.
        door.answer("ListBlockedUsers") { _, connection in
            var answer = ListBlockedUsersResponse()
            answer.nextPageToken = "x"
            connection.answer(answer)
        }
        #expect(try await app.blockedUsers().isEmpty)
    }

    @Test func aBlockedUserLeavesTheCache() async throws {
        let door = try ScriptedDoor()
        door.answerUsers()
        door.answer("BlockUser") { $1.answer(BlockUserResponse()) }
        let app = try app(door)
        _ = try await app.user("user-1")
        try await app.block("user-1")
        #expect(await app.cache.users(["user-1"]).isEmpty)
    }
}
