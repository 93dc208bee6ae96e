import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import Synchronization
import TestServers

import func TestSupport.elapse

/// One who watches users over every loss, and counts how often one was shown offline who was
/// online.
final class Watcher: Sendable {
    fileprivate struct Seen {
        var states: [String: PresenceState] = [:]
        var offline = 0
        var isWatching = false
    }

    private let seen: SharedSeen
    private let client: RetryingNetworkClient
    private let task: Task<Void, Never>

    private final class SharedSeen: Sendable {
        let value = Mutex(Seen())
    }

    init(_ users: [String], _ options: CallOptions, at endpoints: Endpoint...) {
        let seen = SharedSeen()
        let client = NetworkClient(endpoints: endpoints, logger: .quiet).retrying()
        (self.seen, self.client) = (seen, client)
        task = Task {
            var cursor: PresenceCursor?
            while !Task.isCancelled {
                do {
                    let stream = try await PresenceServiceClient(client).watch(
                        WatchRequest(userIDs: users, cursor: cursor), options: options)
                    while let response = try await stream.next() {
                        cursor = response.cursor ?? cursor
                        seen.value.withLock { $0.note(response) }
                    }
                } catch {}
                seen.value.withLock { $0.isWatching = false }
                try? await elapse(.milliseconds(20))
            }
        }
    }

    var online: Int { seen.value.withLock { $0.states.values.count { $0 == .online } } }
    var seenOffline: Int { seen.value.withLock { $0.offline } }
    var isWatching: Bool { seen.value.withLock { $0.isWatching } }

    func leave() {
        task.cancel()
        client.close()
    }
}

extension Watcher.Seen {
    fileprivate mutating func note(_ response: WatchResponse) {
        isWatching = true
        let presences =
            switch response.update {
            case .snapshot(let list), .changes(let list): list.presences
            case nil: [Presence]()
            }
        for presence in presences {
            if states[presence.userID] == .online, presence.state != .online { offline += 1 }
            states[presence.userID] = presence.state
        }
    }
}
