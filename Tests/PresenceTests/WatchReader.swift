import RollcallAPI
import RollcallRPC
import Synchronization
import Testing

/// One who watches, and keeps what it was told.
final class WatchReader: Sendable {
    fileprivate struct Told {
        var presences: [String: Presence] = [:]
        var cursor = Cursor()
        var snapshots = 0
        var changeLists: [[Presence]] = []
    }

    private let stream: ResponseStream<WatchResponse>
    private let told = Mutex(Told())

    init(_ stream: ResponseStream<WatchResponse>) {
        self.stream = stream
    }

    var cursor: Cursor { told.withLock { $0.cursor } }
    var presences: [String: Presence] { told.withLock { $0.presences } }
    var snapshots: Int { told.withLock { $0.snapshots } }
    /// The changes of each update that was no snapshot.
    var changeLists: [[Presence]] { told.withLock { $0.changeLists } }

    func state(of user: Person) -> PresenceState? { presences[user.id]?.state }

    func cancel() { stream.cancel() }

    /// Takes the next update.
    func read() async throws {
        let response = try #require(try await stream.next())
        try told.withLock { told in
            let cursor = try #require(response.cursor)
            #expect(told.snapshots == 0 || cursor.version >= told.cursor.version)
            told.cursor = cursor
            switch response.update {
            case .snapshot(let list):
                told.snapshots += 1
                told.presences = [:]
                told.note(list.presences)
            case .changes(let list):
                told.changeLists.append(list.presences)
                told.note(list.presences)
            case nil: Issue.record("an update says nothing")
            }
        }
    }

    /// Takes updates until a user is in a state.
    func read(until user: Person, is state: PresenceState) async throws {
        while self.state(of: user) != state { try await read() }
    }

    /// Reads on to the error with which the watch ends.
    func end() async throws -> RPCError {
        try await failure { while true { try await self.read() } }
    }
}

extension WatchReader.Told {
    fileprivate mutating func note(_ list: [Presence]) {
        for presence in list {
            let before = presences[presence.userID]?.lastSeenMs ?? 0
            // Of who was erased, it is not known any more.
            #expect(presence.lastSeenMs >= before || presence.lastSeenMs == 0)
            presences[presence.userID] = presence
        }
    }
}
