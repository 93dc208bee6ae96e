import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct SetPhotoTests {
    private let photo = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0) })

    /// - Parameter timeout: on Linux, `URLSession` sometimes does not see that a connection was
    ///   closed right behind the last byte of an upload.
    private func app(
        _ door: ScriptedDoor, timeout: Duration = .seconds(5)
    ) throws -> Rollcall {
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        return Rollcall(door.server.address, store: store, timeout: timeout)
    }

    private static func accept(_ connection: HostileServer.Connection) {
        connection.answer(200, "application/json", Data(#"{"photo":{"photoId":"a"}}"#.utf8))
    }

    private func uploads(_ door: ScriptedDoor) -> [HostileServer.Request] {
        door.server.asked.filter { $0.path == "/photo" }
    }

    @Test func progressRisesFromZeroToOneAndTheBytesArrive() async throws {
        let door = try ScriptedDoor()
        door.answer("photo") { Self.accept($1) }
        door.answerProfiles { profile in
            profile.photo = Photo()
            profile.photo?.photoID = "a"
        }
        let app = try app(door)
        let seen = Locked<[Double]>([])
        try await app.setPhoto(photo) { progress in seen.withLock { $0.append(progress) } }
        let progress = seen.withLock { $0 }
        #expect(progress.first == 0)
        #expect(progress.last == 1)
        #expect(progress == progress.sorted() && Set(progress).count == progress.count)
        #expect(progress.count > 3)
        #expect(uploads(door).map(\.body) == [photo])
        #expect(uploads(door)[0].token == "access-0")
        #expect(app.state.user?.photo?.photoID == "a")
    }

    @Test func aLostConnectionIsTriedAgainAndProgressDoesNotFall() async throws {
        let door = try ScriptedDoor()
        let attempts = Locked(0)
        door.answer("photo") { _, connection in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt < 3 { connection.close() } else { Self.accept(connection) }
        }
        let app = try app(door, timeout: .milliseconds(300))
        let seen = Locked<[Double]>([])
        try await app.setPhoto(photo) { progress in seen.withLock { $0.append(progress) } }
        let progress = seen.withLock { $0 }
        #expect(progress == progress.sorted() && progress.last == 1)
        #expect(uploads(door).count == 3)
    }

    @Test func threeAttemptsAreAll() async throws {
        let door = try ScriptedDoor()
        door.answer("photo") { $1.close() }
        let app = try app(door, timeout: .milliseconds(300))
        await #expect {
            try await app.setPhoto(photo)
        } throws: {
            ($0 as? RollcallError)?.isAboutConnection == true
        }
        #expect(uploads(door).count == 3)
        #expect(app.state.user != nil)
    }

    @Test func whatTheDoorRefusesIsNotTriedAgain() async throws {
        let door = try ScriptedDoor()
        door.answer("photo") { $1.answer(400, .invalidArgument, .photoUnsupported) }
        let app = try app(door)
        await #expect {
            try await app.setPhoto(photo)
        } throws: {
            ($0 as? RollcallError)?.reasons == [.photoUnsupported]
        }
        #expect(uploads(door).count == 1)
    }

    @Test func aPageOfTheNetworkIsNoSuccess() async throws {
        let door = try ScriptedDoor()
        door.answer("photo") { $1.answer(200, "text/html", Data("<html>".utf8)) }
        let app = try app(door)
        await #expect {
            try await app.setPhoto(photo)
        } throws: {
            ($0 as? RollcallError)?.origin == .notRollcall(status: 200)
        }
    }

    @Test func aRefusedTokenIsExchanged() async throws {
        let door = try ScriptedDoor()
        door.answer("photo") { request, connection in
            guard request.token != "access-0" else {
                return connection.answer(401, .unauthenticated, .accessTokenInvalid)
            }
            Self.accept(connection)
        }
        let app = try app(door)
        try await app.setPhoto(photo)
        #expect(uploads(door).count == 2)
    }

    @Test func aCancelledTaskEndsTheUpload() async throws {
        let door = try ScriptedDoor()
        let isAsked = Locked(false)
        let hasEnded = Locked(false)
        door.answer("photo") { _, connection in
            isAsked.withLock { $0 = true }
            connection.waitForEnd()
            hasEnded.withLock { $0 = true }
        }
        let app = try app(door)
        let upload = Task { [photo] in try await app.setPhoto(photo) }
        try await eventually { isAsked.withLock { $0 } }
        upload.cancel()
        await #expect {
            try await upload.value
        } throws: {
            ($0 as? RollcallError)?.code == .canceled
        }
        try await eventually { hasEnded.withLock { $0 } }
        #expect(uploads(door).count == 1)
    }

    @Test func aPhotoIsShrunkBeforeItIsSent() async throws {
        struct Half: PhotoShrinker {
            func shrunk(_ photo: Data) async -> Data { photo.prefix(photo.count / 2) }
        }
        let door = try ScriptedDoor()
        door.answer("photo") { Self.accept($1) }
        let store = InMemorySessionStore(try ScriptedDoor.stored(expired: false))
        let app = Rollcall(door.server.address, store: store, shrinker: Half())
        try await app.setPhoto(photo)
        #expect(uploads(door).map(\.body.count) == [photo.count / 2])
    }

    @Test func aDeletedPhotoLeavesTheState() async throws {
        let door = try ScriptedDoor()
        door.answerProfiles { ($0.photo, $0.revision) = (Photo(), 7) }
        door.answer("DeletePhoto") { $1.answer(DeletePhotoResponse()) }
        let app = try app(door)
        try await eventually { app.state.user?.photo != nil }
        // With another revision, without which the next change would be refused.
        door.answerProfiles { $0.revision = 8 }
        try await app.deletePhoto()
        #expect(app.state.user?.photo == nil)
        #expect(app.state.user?.displayName == "Ann")
        #expect(app.state.user?.profile.revision == 8)
    }

    @Test func aPhotoIsNotSentForTheUserWhoHasSignedInMeanwhile() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        let (isAsked, mayAnswer) = (Locked(false), Locked(false))
        door.answer("photo") { _, connection in
            isAsked.withLock { $0 = true }
            while !mayAnswer.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.005) }
            connection.answer(503, .unavailable)
        }
        let upload = Task { [photo] in try await app.setPhoto(photo) }
        try await eventually { isAsked.withLock { $0 } }
        _ = try await app.signIn("bob@example.org", password: "p")
        mayAnswer.withLock { $0 = true }
        await #expect(throws: RollcallError.notSignedIn) { try await upload.value }
        #expect(uploads(door).map(\.token) == ["access-0"])
    }

    @Test func aPhotoThatIsDeletedLateIsNotThatOfTheNextUser() async throws {
        let door = try ScriptedDoor()
        door.answerProfiles { $0.photo = Photo() }
        let app = try app(door)
        let (isAsked, mayAnswer) = (Locked(false), Locked(false))
        door.answer("DeletePhoto") { _, connection in
            isAsked.withLock { $0 = true }
            while !mayAnswer.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.005) }
            connection.answer(DeletePhotoResponse())
        }
        let deletion = Task { try await app.deletePhoto() }
        try await eventually { isAsked.withLock { $0 } }
        _ = try await app.signIn("bob@example.org", password: "p")
        try await eventually { app.state.user?.displayName == "Bob" }
        door.answer("GetProfile", nil)
        mayAnswer.withLock { $0 = true }
        try await deletion.value
        #expect(app.state.user?.photo != nil)
    }
}
