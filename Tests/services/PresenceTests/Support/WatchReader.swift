import RollcallAPI
import RollcallRPC
import Synchronization
import TestServers
import Testing

/// One who watches by either RPC, and keeps what it was told.
final class WatchReader: Sendable {
    fileprivate struct Told {
        var presences: [String: Presence] = [:]
        var cursor = PresenceCursor()
        var snapshots = 0
        var resets = 0
        var requests: UInt32 = 0
        var staleSince: Int64 = 0
        var changeLists: [[Presence]] = []
        var beats = 0
    }

    enum Call: Sendable {
        case watch(BidirectionalCall<WatchRequest, WatchResponse>)
        case watchPresence(ResponseStream<WatchPresenceResponse>)
    }

    private let call: Call
    private let told = Mutex(Told())

    init(_ call: Call) {
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
    /// How many messages have said only that the watch goes on.
    var beats: Int { told.withLock { $0.beats } }

    func cancel() {
        switch call {
        case .watch(let call): call.cancel()
        case .watchPresence(let stream): stream.cancel()
        }
    }

    func finishSending() {
        if case .watch(let call) = call { call.finishSending() }
    }

    func send(
        add added: [String] = [], remove removed: [String] = [], cursor: PresenceCursor? = nil
    ) async throws {
        guard case .watch(let call) = call else {
            Issue.record("its caller sends one message alone")
            return
        }
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

    /// Takes the next update, and the messages before it that say only that the watch goes on.
    func read() async throws {
        while try await readMessage() {}
    }

    /// Takes the next message.
    ///
    /// - Returns: whether it says only that the watch goes on.
    func readMessage() async throws -> Bool {
        let response = try #require(try await next())
        let isBeat = response.cursor == nil && response.update == .changes(PresenceList())
        told.withLock { told in
            if isBeat { told.beats += 1 } else { told.note(response) }
        }
        return isBeat
    }

    private func next() async throws -> WatchResponse? {
        switch call {
        case .watch(let call): try await call.responses.next()
        case .watchPresence(let stream): try await stream.next().map { WatchResponse($0) }
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
    fileprivate mutating func note(_ response: WatchResponse) {
        if let cursor = response.cursor {
            #expect(
                snapshots == 0 || cursor.epoch != self.cursor.epoch
                    || cursor.version >= self.cursor.version)
            self.cursor = cursor
        }
        #expect(response.requests >= requests)
        (requests, staleSince) = (response.requests, response.becameStaleAtMs)
        if response.isReset { resets += 1 }
        switch response.update {
        case .snapshot(let list):
            snapshots += 1
            presences = [:]
            note(list.presences)
        case .changes(let list):
            changeLists.append(list.presences)
            note(list.presences)
        case nil: Issue.record("an update says nothing")
        }
    }

    fileprivate mutating func note(_ list: [Presence]) {
        for presence in list {
            let before = presences[presence.userID]?.lastSeenAtMs ?? 0
            // Of who was erased, it is not known any more.
            #expect(presence.lastSeenAtMs >= before || presence.lastSeenAtMs == 0)
            presences[presence.userID] = presence
        }
    }
}

extension WatchResponse {
    fileprivate init(_ response: WatchPresenceResponse) {
        let update: Update? =
            switch response.update {
            case .snapshot(let list): .snapshot(list)
            case .changes(let list): .changes(list)
            case nil: nil
            }
        self.init(
            update: update, cursor: response.cursor, becameStaleAtMs: response.becameStaleAtMs,
            isReset: response.isReset)
    }
}
