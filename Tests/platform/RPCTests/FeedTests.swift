import RollcallRPC
import Testing

@Suite struct FeedTests {
    private static let tooMany = RPCError(.resourceExhausted, "too many")
    private let feed = Feed<String>(limit: 3, limitOfTopic: 2, tooMany: Self.tooMany)

    @Test func aStreamBeginsAtOnceAndGoesOnWhenItsTopicHasChanged() async throws {
        let place = try feed.enter("session", "account")
        let other = try feed.enter("other")
        for place in [place, other] { #expect(try await place.next() == .news) }
        for topic in ["session", "account"] {
            feed.wake([topic])
            #expect(try await place.next() == .news)
        }
        #expect(try await place.next(within: .zero) == .silence)
        #expect(try await other.next(within: .zero) == .silence)
        feed.wakeAll()
        for place in [place, other] { #expect(try await place.next() == .news) }
    }

    /// However often it was woken while it was read slowly.
    @Test func severalChangesWakeAStreamOnce() async throws {
        let place = try feed.enter("session")
        for _ in 0..<3 { feed.wakeAll() }
        #expect(try await place.next() == .news)
        #expect(try await place.next(within: .milliseconds(1)) == .silence)
    }

    @Test func aWaitingStreamIsWoken() async throws {
        let place = try feed.enter("session")
        _ = try await place.next()
        async let wake = place.next()
        await Task.yield()
        place.wake()
        #expect(try await wake == .news)
    }

    @Test func aStreamEndsWithItsTopicAfterItsLastNews() async throws {
        let (ended, other) = try (feed.enter("session"), feed.enter("other"))
        feed.end(["session"])
        #expect(try await ended.next() == .news)
        #expect(try await ended.next() == .end)
        #expect(try await ended.next() == .end)
        _ = try await other.next()
        #expect(try await other.next(within: .zero) == .silence)
    }

    @Test func aStreamThatHasLeftIsWokenNoMore() async throws {
        let place = try feed.enter("session")
        _ = try await place.next()
        feed.leave(place)
        feed.wakeAll()
        feed.wake(["session"])
        #expect(try await place.next(within: .zero) == .silence)
    }

    @Test func noTopicTakesAllPlacesAndTheServiceAlwaysHasOne() throws {
        let places = try [feed.enter("session"), feed.enter("session")]
        #expect(throws: Self.tooMany) { try feed.enter("session") }
        _ = try feed.enter("other")
        let error = #expect(throws: RPCError.self) { try feed.enter("third") }
        #expect(error?.code == .unavailable)
        _ = try feed.enter()
        feed.leave(places[0])
        #expect(throws: RPCError.self) { try feed.enter("session") }
        feed.leave(places[1])
        _ = try feed.enter("session")
    }

    @Test func aFeedThatDrainsEndsAllStreamsAndAcceptsNoMore() async throws {
        let place = try feed.enter("session")
        _ = try await place.next()
        feed.beginDrain()
        #expect(try await place.next() == .end)
        let error = #expect(throws: RPCError.self) { try feed.enter("session") }
        #expect(error?.code == .unavailable)
    }

    @Test func aCancelledStreamWaitsNoMore() async throws {
        let place = try feed.enter("session")
        _ = try await place.next()
        let waiting = Task { try await place.next() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
