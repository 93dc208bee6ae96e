import RollcallAPI
import RollcallRPC
import RollcallWire

/// The call of an open watch, served by turns. It closes the watch when the call ends.
final class WatchCall: @unchecked Sendable {
    // Unchecked: turns of one call do not overlap.

    private enum Step {
        case update(Encoded<WatchResponse>, isWhole: Bool)
        /// A message of the caller has taken effect.
        case request
        case nothing
    }

    private let watch: WatchTable.ID
    private let hub: PresenceHub
    private let requests: RequestStream<WatchRequest>
    private let responses: ResponseWriter<WatchResponse>
    /// Whether a message comes before more news; not while an update has a rest, as a message may change whom it
    /// is of.
    private var isRequestDue = false
    private var isWaiting = false

    init(
        _ watch: WatchTable.ID, hub: PresenceHub, requests: RequestStream<WatchRequest>,
        responses: ResponseWriter<WatchResponse>
    ) {
        self.watch = watch
        self.hub = hub
        self.requests = requests
        self.responses = responses
    }

    /// Tells what there is to be told, and takes what the caller has sent.
    ///
    /// - Throws: `RPCError`, why the watch has ended; `CancellationError`.
    func takeTurn(of call: StreamReactor) async throws -> StreamTurn {
        if isWaiting {
            isWaiting = false
            hub.endWait(for: watch)
        }
        do {
            while true {
                try Task.checkCancellation()
                switch try next() {
                case .update(let message, let isWhole):
                    try await responses.send(message)
                    isRequestDue = isWhole
                case .request: isRequestDue = false
                case .nothing where hub.wait(call, for: watch):
                    isWaiting = true
                    return .waits
                case .nothing: break
                }
            }
        } catch {
            hub.closeWatch(watch)
            throw error
        }
    }

    /// One message of the caller takes effect at a time, and each has its answer: a caller who sends faster than
    /// it reads has to wait.
    private func next() throws -> Step {
        if isRequestDue, try takeRequest() { return .request }
        if let update = try hub.takeUpdate(of: watch) {
            return .update(update.message, isWhole: update.cursor != nil)
        }
        return try takeRequest() ? .request : .nothing
    }

    /// - Returns: whether there was one.
    private func takeRequest() throws -> Bool {
        guard case .message(let request) = try requests.nextIfReady() else { return false }
        try hub.changeWatch(watch, WatchChange(request))
        return true
    }
}
