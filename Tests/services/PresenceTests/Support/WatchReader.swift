import RollcallAPI
import RollcallRPC
import Synchronization
import TestServers
import Testing

/// One who watches, and keeps what it was told.
final class WatchReader: Sendable {
    fileprivate struct Told {
        var presences: [String: Presence] = [:]
        var cursor = PresenceCursor()
        var snapshots = 0
        var resets = 0
        var requests: UInt32 = 0
        var staleSince: Int64 = 0
        var changeLists: [[Presence]] = []
    }

    private let call: BidirectionalCall<WatchRequest, WatchResponse>
    private let told = Mutex(Told())

    init(_ call: BidirectionalCall<WatchRequest, WatchResponse>) {
        self.call = call
    }

    var cursor: PresenceCursor { told.withLock { $0.cursor } }
    var presences: [String: Presence] { told.withLock { $0.presences } }
    var snapshots: Int { told.withLock { $0.snapshots } }
    /// The changes of each update that was no snapshot.
    var changeLists: [[Presence]] { told.withLock { $0.changeLists } }

    func state(of user: Person) -> PresenceState? { presences[user.id]?.state }

    /// How many of the snapshots came in place of unknown changes.
    var resets: Int { told.withLock { $0.resets } }
    /// How many messages have taken effect.
    var requests: UInt32 { told.withLock { $0.requests } }
    var staleSince: Int64 { told.withLock { $0.staleSince } }

    func cancel() { call.cancel() }

    func finishSending() { call.finishSending() }

    func send(
        add added: [String] = [], remove removed: [String] = [], cursor: PresenceCursor? = nil
    ) async throws {
        try await call.send(
            WatchRequest(userIDs: added, cursor: cursor, removedUserIDs: removed))
    }

    func add(_ users: [Person], from cursor: PresenceCursor? = nil) async throws {
        try await send(add: users.map(\.id), cursor: cursor)
    }

    func remove(_ users: [Person]) async throws {
        try await send(remove: users.map(\.id))
    }

    /// Takes updates until so many messages have taken effect.
    func read(untilRequests count: UInt32) async throws {
        while requests < count { try await read() }
    }

    /// Takes the next update.
    func read() async throws {
        let response = try #require(try await call.responses.next())
        told.withLock { told in
            if let cursor = response.cursor {
                #expect(
                    told.snapshots == 0 || cursor.epoch != told.cursor.epoch
                        || cursor.version >= told.cursor.version)
                told.cursor = cursor
            }
            #expect(response.requests >= told.requests)
            (told.requests, told.staleSince) = (response.requests, response.becameStaleAtMs)
            if response.isReset { told.resets += 1 }
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
            let before = presences[presence.userID]?.lastSeenAtMs ?? 0
            // Of who was erased, it is not known any more.
            #expect(presence.lastSeenAtMs >= before || presence.lastSeenAtMs == 0)
            presences[presence.userID] = presence
        }
    }
}
