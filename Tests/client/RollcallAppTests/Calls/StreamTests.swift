import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct StreamTests {
    private func stream(_ server: HostileServer, silence: Duration = .seconds(20))
        -> AsyncThrowingStream<WatchProfilesResponse, any Error>
    {
        let connection = RollcallApp.Connection(
            server.address, timeout: .seconds(20), longestSilence: silence)
        let keeper = SessionKeeper(connection, InMemorySessionStore())
        return Caller(connection: connection, keeper: keeper).stream(
            "rollcall.v1.ProfileService/WatchProfiles", .anyone, WatchProfilesRequest())
    }

    private func message(_ id: String) -> WatchProfilesResponse {
        var message = WatchProfilesResponse()
        message.hiddenUserIDs = [id]
        return message
    }

    /// - Returns: how many messages came, and how the stream ended.
    private func read(
        _ server: HostileServer, silence: Duration = .seconds(20)
    ) async -> (count: Int, error: RollcallError?) {
        var count = 0
        do {
            for try await _ in stream(server, silence: silence) { count += 1 }
            return (count, nil)
        } catch {
            return (count, error as? RollcallError)
        }
    }

    @Test func eachMessageArrivesWhenItIsSent() async throws {
        let (goOn, isOver) = (DispatchSemaphore(value: 0), Locked(false))
        let first = message("first")
        let server = try HostileServer { _, connection in
            connection.beginStream()
            let bytes = Envelopes.wrap(first.encoded())
            // In the smallest parts.
            for byte in bytes { connection.sendPart(Data([byte])) }
            goOn.wait()
            connection.sendPart(bytes + bytes)
            connection.endStream()
            isOver.withLock { $0 = true }
        }
        var messages = stream(server).makeAsyncIterator()
        #expect(try await messages.next() == first)
        #expect(!isOver.withLock { $0 })
        goOn.signal()
        #expect(try await messages.next() == first)
        #expect(try await messages.next() == first)
        #expect(try await messages.next() == nil)
        #expect(try await messages.next() == nil)
        let request = try #require(server.asked.first)
        #expect(request.headers["content-type"] == "application/connect+proto")
        #expect(Array(request.body) == [0, 0, 0, 0, 0])
    }

    @Test func aStreamEndsWithItsError() async throws {
        let sent = message("a")
        let server = try HostileServer { _, connection in
            var (info, violation) = (ErrorInfo(), Violation())
            violation.reason = .tooMany
            info.violations = [violation]
            let error = HostileServer.Connection.error(.resourceExhausted, info)
            connection.beginStream()
            connection.sendPart(sent)
            connection.endStream(#"{"error":"# + String(decoding: error, as: UTF8.self) + "}")
        }
        let (count, error) = await read(server)
        #expect(count == 1)
        #expect(error?.code == .resourceExhausted)
        #expect(error?.reasons == [.tooMany])
    }

    @Test func anEndThatIsLongerThanAnErrorCanBeIsNotRead() async throws {
        let server = try HostileServer { _, connection in
            connection.beginStream()
            let marks = String(repeating: "\u{301}\u{316}", count: 500_000)
            connection.endStream(#"{"error":{"code":"a\#(marks)"}}"#)
        }
        #expect(await read(server).error?.origin == .answerTooLarge)
    }

    /// What is sent after one good message, and who is named for it.
    @Test(arguments: [
        ([0, 0, 0], RollcallError.Origin.connectionLost), ([], .connectionLost),
        ([0, 0xFF, 0xFF, 0xFF, 0xFF], .answerTooLarge), ([0, 0, 0, 0, 9, 1], .connectionLost),
        ([1, 0, 0, 0, 0], .malformedAnswer), ([4, 0, 0, 0, 0], .malformedAnswer),
        ([0, 0, 0, 0, 1, 7], .malformedAnswer), ([2, 0, 0, 0, 1, 91], .malformedAnswer),
        ([2, 0, 0, 0, 0], .malformedAnswer),
    ])
    func aStreamThatBreaksTheProtocolEnds(
        _ bytes: [UInt8], _ origin: RollcallError.Origin
    ) async throws {
        let sent = message("a")
        let server = try HostileServer { _, connection in
            connection.beginStream()
            connection.sendPart(sent)
            if !bytes.isEmpty { connection.sendPart(Data(bytes)) }
            connection.send("0\r\n\r\n")
        }
        let (count, error) = await read(server)
        #expect(count == 1)
        #expect(error?.origin == origin)
    }

    @Test func aPageInPlaceOfAStreamIsNoStream() async throws {
        let server = try HostileServer { $1.answer(200, "text/html", Data("<html>".utf8)) }
        #expect(await read(server).error?.origin == .notRollcall(status: 200))
    }

    @Test func aSilentStreamIsGivenUp() async throws {
        let sent = message("a")
        let server = try HostileServer { _, connection in
            connection.beginStream()
            connection.sendPart(sent)
            connection.waitForEnd()
        }
        let (count, error) = await read(server, silence: .milliseconds(300))
        #expect(count == 1)
        #expect(error?.origin == .noAnswer)
    }

    @Test func aFloodThatTheAppDoesNotReadEndsTheStream() async throws {
        let sent = Locked(0)
        let part = Envelopes.wrap([])
        let flood = (0..<100_000).reduce(into: Data()) { data, _ in data += part }
        let server = try HostileServer { _, connection in
            connection.beginStream()
            connection.flood(flood, sent)
        }
        var messages = stream(server).makeAsyncIterator()
        _ = try await messages.next()
        try await eventually { sent.withLock { $0 } > RollcallApp.Connection.mostUnread / 2 }
        // The server is left.
        try await eventually {
            let before = sent.withLock { $0 }
            try await elapse(.milliseconds(200))
            return sent.withLock { $0 } == before
        }
    }

    @Test func leavingTheLoopLeavesTheServer() async throws {
        let hasEnded = Locked(false)
        let sent = message("a")
        let server = try HostileServer { _, connection in
            connection.beginStream()
            connection.sendPart(sent)
            connection.waitForEnd()
            hasEnded.withLock { $0 = true }
        }
        func readOne() async throws {
            for try await _ in stream(server) { break }
        }
        try await readOne()
        try await eventually { hasEnded.withLock { $0 } }
        hasEnded.withLock { $0 = false }
        let reading = Task { await read(server) }
        try await eventually { server.asked.count == 2 }
        reading.cancel()
        _ = await reading.value
        try await eventually { hasEnded.withLock { $0 } }
    }
}
