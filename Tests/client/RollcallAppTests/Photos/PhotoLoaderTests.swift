import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct PhotoLoaderTests {
    private let user = User.sample(1) { profile in
        profile.photo = Photo()
        profile.photo?.photoID = String(repeating: "a1", count: 32)
    }

    private func app(_ door: ScriptedDoor, _ cache: URL? = nil) throws -> Rollcall {
        Rollcall(
            door.server.address,
            store: InMemorySessionStore(try ScriptedDoor.stored(expired: false)), cache: cache,
            timeout: .seconds(1))
    }

    /// Sends a photo in two parts.
    private static func send(_ text: String, _ connection: HostileServer.Connection) {
        var (photo, answer) = (Photo(), DownloadPhotoResponse())
        photo.size = UInt32(text.utf8.count)
        connection.beginStream()
        answer.part = .photo(photo)
        connection.sendPart(answer)
        for part in [text.prefix(2), text.dropFirst(2)] {
            answer.part = .chunk(Data(part.utf8))
            connection.sendPart(answer)
        }
        connection.endStream()
    }

    private func size(_ request: HostileServer.Request) -> UInt32? {
        // Behind the head of the message.
        (try? DownloadPhotoRequest(decoding: request.body.dropFirst(5)))?.size
    }

    @Test func aPhotoIsDownloadedOnceAndThenComesFromTheDisk() async throws {
        let door = try ScriptedDoor()
        door.answer("DownloadPhoto") { Self.send("a photo", $1) }
        try await withDirectory { folder in
            let app = try app(door, folder)
            let all = await withTaskGroup(of: Data?.self) { group in
                for _ in 0..<20 { group.addTask { try? await app.photo(of: user, size: 100) } }
                return await group.reduce(into: [Data?]()) { $0.append($1) }
            }
            #expect(all == [Data?](repeating: Data("a photo".utf8), count: 20))
            #expect(door.server.count(of: "DownloadPhoto") == 1)
            // The next larger square.
            let request = try #require(door.server.asked.last { $0.path.hasSuffix("Photo") })
            #expect(size(request) == 128)

            door.lose()
            let second = try self.app(door, folder)
            #expect(try await second.photo(of: user, size: 128) == Data("a photo".utf8))
            await #expect(throws: RollcallError.self) {
                try await second.photo(of: user, size: 64)
            }
            #expect(try await second.photo(of: User.sample(2), size: 64) == nil)
        }
    }

    @Test func threeAttemptsAreMadeForALostConnectionAndAPhotoThatIsNotWhole() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        let attempts = Locked(0)
        door.answer("DownloadPhoto") { _, connection in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            switch attempt {
            case 1: connection.close()
            case 2:
                var answer = DownloadPhotoResponse()
                answer.part = .chunk(Data("a ph".utf8))
                connection.beginStream()
                connection.sendPart(answer)
                connection.endStream()
            default: Self.send("a photo", connection)
            }
        }
        #expect(try await app.photo(of: user, size: 0) == Data("a photo".utf8))
        attempts.withLock { $0 = 0 }
        door.answer("DownloadPhoto") { _, connection in
            attempts.withLock { $0 += 1 }
            connection.close()
        }
        await #expect(throws: RollcallError.self) { try await app.photo(of: user, size: 0) }
        #expect(attempts.withLock { $0 } == 3)
    }

    @Test func withoutSquaresThePhotoItselfIsThereAndAGonePhotoIsNone() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        door.answer("DownloadPhoto") { request, connection in
            guard size(request) == 0 else {
                return connection.answer(404, .notFound, .photoNotFound)
            }
            Self.send("a photo", connection)
        }
        #expect(try await app.photo(of: user, size: 64) == Data("a photo".utf8))
        door.answer("DownloadPhoto") { $1.answer(404, .notFound, .photoNotFound) }
        #expect(try await app.photo(of: user, size: 64) == nil)
        door.answer("DownloadPhoto") { $1.answer(404, .notFound, .profileNotFound) }
        #expect(try await app.photo(of: user, size: 64) == nil)
    }

    @Test(arguments: [
        "../../../../etc/passwd", "a", String(repeating: "/", count: 64),
        String(repeating: "a", count: 65), String(repeating: "a\u{0}", count: 32),
    ])
    func anIDThatIsNoDigestIsNoNameOfAFile(id: String) async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        var user = user
        user.profile.photo?.photoID = id
        await #expect {
            _ = try await app.photo(of: user, size: 0)
        } throws: {
            ($0 as? RollcallError)?.origin == .malformedAnswer
        }
    }

    @Test func onePersonWhoWaitsCanLeaveAndTheOthersStillGetThePhoto() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        let mayAnswer = Locked(false)
        door.answer("DownloadPhoto") { _, connection in
            while !mayAnswer.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.005) }
            Self.send("a photo", connection)
        }
        let (first, second) = (
            Task { [user] in try await app.photo(of: user, size: 64) },
            Task { [user] in try await app.photo(of: user, size: 64) }
        )
        try await eventually { door.server.count(of: "DownloadPhoto") == 1 }
        first.cancel()
        await #expect(throws: RollcallError.canceled) { try await first.value }
        mayAnswer.withLock { $0 = true }
        #expect(try await second.value == Data("a photo".utf8))
    }
}
