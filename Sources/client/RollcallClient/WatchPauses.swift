import RollcallRPC

/// How long a watch that was cut off waits before it is opened again: at random, as all who watch
/// are cut off together.
struct WatchPauses {
    private static let longest = Duration.seconds(60)

    /// How often the first pause, of up to a second, is doubled at most.
    fileprivate let doublings: Int
    fileprivate var interruptions = 0
    /// How long the service has asked to wait.
    fileprivate var asked: Duration?
    /// Whether anything was heard since the watch was opened.
    fileprivate var isUnderWay = false

    var isInterrupted: Bool { interruptions > 0 }

    /// Something was heard.
    mutating func end() {
        (interruptions, asked, isUnderWay) = (0, nil, true)
    }

    /// - Parameter error: says how long to wait, where the service sends its clients away.
    fileprivate mutating func interrupt(by error: RPCError) {
        interruptions += 1
        asked = error.retryPause
    }

    /// Passes an event to the app. Its errors end the watch, whatever they are.
    func tell<Event>(_ event: Event, _ body: (Event) async throws -> Void) async throws {
        do { try await body(event) } catch { throw BodyError(error: error) }
    }

    /// - Throws: `CancellationError`.
    fileprivate func wait() async throws {
        let pause = 1000 << min(max(0, interruptions - 1), doublings)
        let chosen = asked ?? .milliseconds(Int.random(in: pause / 4...pause))
        try await Task.sleep(for: min(chosen, Self.longest))
    }
}

extension RPCError {
    fileprivate var isTransient: Bool {
        [.unavailable, .deadlineExceeded].contains(code) || reasons == [.tooManyAttempts]
    }
}

/// An error of the app, which is passed on whatever it is: `body` may call other services.
private struct BodyError: Error {
    let error: any Error
}

extension RollcallSession {
    /// Opens a watch again and again, until it is over or `body` throws.
    ///
    /// - Parameters:
    ///   - doublings: how often the pause after an interruption is doubled at most, from one
    ///     second.
    ///   - interruption: the event for a service that cannot be reached. It is sent once for each
    ///     interruption.
    ///   - body: receives the events.
    ///   - watch: opens the watch and follows it. It calls `end()` when it has received something,
    ///     passes events on by `tell`, and returns whether the watch is over.
    func watching<Event>(
        doublings: Int = 4, interruption: Event, _ body: (Event) async throws -> Void,
        _ watch: (inout WatchPauses) async throws -> Bool
    ) async throws {
        var pauses = WatchPauses(doublings: doublings)
        while true {
            pauses.isUnderWay = false
            do {
                if try await retryingWhenRefused({ try await watch(&pauses) }) { return }
            } catch let failure as BodyError {
                throw failure.error
            } catch let error as RPCError where error.code == .unauthenticated && pauses.isUnderWay
            {
                // The token of a stream that was well under way has expired.
                continue
            } catch let error as RPCError where error.isTransient {
                if !pauses.isInterrupted { try await body(interruption) }
                pauses.interrupt(by: error)
            }
            try await pauses.wait()
        }
    }
}
