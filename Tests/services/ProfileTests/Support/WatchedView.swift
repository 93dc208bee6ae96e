import RollcallAPI
import RollcallRPC
import Synchronization

/// What somebody who watches profiles has been told.
struct WatchedView: Sendable, Equatable {
    var profiles: [String: Profile] = [:]
    var hidden: Set<String> = []
    var cursor: ProfileWatchCursor?

    mutating func apply(_ message: WatchProfilesResponse) {
        if message.replaces { (profiles, hidden) = ([:], []) }
        for profile in message.profiles {
            profiles[profile.userID] = profile
            hidden.remove(profile.userID)
        }
        for user in message.hiddenUserIDs {
            profiles[user] = nil
            hidden.insert(user)
        }
        cursor = message.cursor ?? cursor
    }

    static func == (one: WatchedView, other: WatchedView) -> Bool {
        one.profiles == other.profiles && one.hidden == other.hidden
    }
}

/// Reads one watch all the time, until it is stopped.
final class WatchReader: Sendable {
    private let view = Mutex(WatchedView())
    private let stream: ResponseStream<WatchProfilesResponse>
    private let reading = Mutex<Task<Void, Never>?>(nil)
    private let ended = Mutex(false)

    var current: WatchedView { view.withLock { $0 } }

    /// Whether the stream has ended.
    var hasEnded: Bool { ended.withLock { $0 } }

    init(
        _ person: Person, _ users: [String], _ fields: [ProfileField] = [],
        from start: WatchedView = WatchedView()
    ) async throws {
        stream = try await person.watch(users, fields, from: start.cursor)
        view.withLock { $0 = start }
        reading.withLock { $0 = Task { await read() } }
    }

    private func read() async {
        // Parts that belong together are applied together.
        var parts: [WatchProfilesResponse] = []
        while let message = try? await stream.next() {
            parts.append(message)
            guard message.isCurrent else { continue }
            view.withLock { view in parts.forEach { view.apply($0) } }
            parts = []
        }
        ended.withLock { $0 = true }
    }

    /// What was told, with the cursor to go on from.
    func stop() async -> WatchedView {
        stream.cancel()
        await reading.withLock { $0 }?.value
        return current
    }
}
