import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

struct SessionWatchTests {
    private let deployment = Deployment()

    @Test func aWatchThatWasCutOffBeginsAgainAndReturnsWhenTheSessionHasEnded() async throws {
        let store = InMemorySessionStore(.numbered(1))
        var events: [SessionWatchEvent] = []
        try await deployment.session(store: store).watchSession { events.append($0) }
        guard case .session(let session) = events.first else {
            Issue.record("the session is not told first")
            return
        }
        #expect(session.sessionID == "session")
        let end = SessionEnd(reason: .revoked, endedAtMs: 7)
        #expect(Array(events.dropFirst()) == [.interrupted, .ended(end)])
        #expect(await store.load() == nil)
    }

    /// The app calls other services in its part of the watch, which may be away.
    @Test(arguments: [StatusCode.unavailable, .unauthenticated, .deadlineExceeded])
    func anErrorOfTheAppEndsTheWatchWhateverItIs(_ code: StatusCode) async throws {
        for last in [1, 3] {
            let session = try Deployment().session(store: InMemorySessionStore(.numbered(1)))
            var count = 0
            let error = await #expect(throws: RPCError.self) {
                try await session.watchSession { _ in
                    count += 1
                    if count == last { throw RPCError(code, "of the app") }
                }
            }
            #expect(error?.message == "of the app")
            #expect(count == last)
        }
    }
}
