import RollcallAPI
import RollcallRPC
import RollcallWire

/// The call of an open watch, served by turns. It closes the watch when the call ends.
final class WatchCall<Response: Message>: @unchecked Sendable {
    // Unchecked: turns of one call do not overlap.

    private let watch: WatchTable.ID
    private let hub: PresenceHub
    /// Nil for a caller who sends one message alone.
    private let requests: RequestStream<WatchRequest>?
    private let responses: ResponseWriter<Response>
    /// Whether the caller's next message is read before the next update. False while an update has
    /// parts left: a message could change the users that it is about.
    private var isRequestDue = false
    private var isWaiting = false

    init(
        _ watch: WatchTable.ID, hub: PresenceHub, requests: RequestStream<WatchRequest>?,
        responses: ResponseWriter<Response>
    ) {
        self.watch = watch
        self.hub = hub
        self.requests = requests
        self.responses = responses
    }

    /// Sends the updates that there are, and reads the caller's messages.
    ///
    /// - Throws: `RPCError`, why the watch has ended; `CancellationError`.
    func takeTurn(of call: StreamReactor) throws -> StreamTurn {
        if isWaiting {
            isWaiting = false
            hub.endWait(for: watch)
        }
        do {
            while true {
                try call.checkCancellation()
                if try hear(isRequestDue) { continue }
                if var update = try hub.takeUpdate(of: watch) {
                    // Messages are counted for a caller who can send several.
                    if requests == nil { update.requests = 0 }
                    isRequestDue = update.cursor != nil
                    if let sending = try responses.sendAtOnce(update.message()) {
                        return .goesOn { try await self.go(on: call, after: sending) }
                    }
                    // No other look at the watch: `wait` sees whether there is more.
                    guard isRequestDue else { continue }
                }
                if try hear(true) { continue }
                isWaiting = hub.wait(call, for: watch)
                if isWaiting { return .waits }
            }
        } catch {
            hub.closeWatch(watch)
            throw error
        }
    }

    private func go(
        on call: StreamReactor, after sending: @Sendable () async throws -> Void
    ) async throws -> StreamTurn {
        do {
            try await sending()
        } catch {
            hub.closeWatch(watch)
            throw error
        }
        return try takeTurn(of: call)
    }

    /// Applies the caller's next message. Each is answered before the next one, so a caller that
    /// sends faster than it reads has to wait.
    ///
    /// - Returns: whether there was one.
    private func hear(_ isDue: Bool) throws -> Bool {
        guard isDue, case .message(let request)? = try requests?.nextIfReady() else {
            return false
        }
        isRequestDue = false
        try hub.changeWatch(watch, WatchChange(request))
        return true
    }
}
