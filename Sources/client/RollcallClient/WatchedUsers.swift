import RollcallAPI
import RollcallRPC
import Synchronization

/// The users of a watch of presence, who may change while it is open.
///
/// ```swift
/// let users = WatchedUsers(["0190..."])
/// async let watching: Void = rollcall.watchPresence(of: users) { event in ... }
/// try await users.add(["0191..."])
/// ```
///
/// At most 10,000 in all watches of an account.
public final class WatchedUsers: Sendable {
    typealias Call = BidirectionalCall<WatchRequest, WatchResponse>

    private let state: Mutex<WatchedUserState>

    /// - Parameter userIDs: UUIDs in their text form.
    public init(_ userIDs: some Sequence<String> = []) {
        state = Mutex(WatchedUserState(wanted: Set(userIDs)))
    }

    /// Who is to be watched.
    public var userIDs: Set<String> { state.withLock { $0.wanted } }

    /// Watches further users. It waits while the service does not read.
    public func add(_ userIDs: some Sequence<String>) async {
        state.withLock { $0.wanted.formUnion(userIDs) }
        await sendNext()
    }

    /// Stops watching users. It waits while the service does not read.
    public func remove(_ userIDs: some Sequence<String>) async {
        state.withLock { $0.remove(userIDs) }
        await sendNext()
    }

    /// Sends the service the first users of a new watch.
    ///
    /// - Parameter cursor: where the watch before has stopped.
    func open(_ call: Call, from cursor: PresenceCursor?) async {
        state.withLock { $0.open(call, from: cursor) }
        await sendNext()
    }

    func close() {
        state.withLock { $0.call = nil }
    }

    /// Notes an answer of the service, and sends it the next users.
    ///
    /// - Returns: whether the cursor of the answer is valid for all users sent before.
    func note(_ response: WatchResponse) async -> Bool {
        let holds = state.withLock { $0.note(response.requests) }
        await sendNext()
        return holds
    }

    private func sendNext() async {
        guard let (call, request) = state.withLock({ $0.next() }) else { return }
        // If it fails, the watch says why, and the users are sent again with the next one.
        try? await call.send(request)
    }
}
