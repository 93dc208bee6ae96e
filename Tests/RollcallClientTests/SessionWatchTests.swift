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
}
