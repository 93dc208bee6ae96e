import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The streams of devices.
extension PresenceHub {
    /// - Throws: `RPCError`, while clients are sent away.
    func checkTakesStreams() throws {
        if let spread = state.withLock({ $0.streamSpread }) {
            throw RPCError.comeBack(after: .random(in: 0...spread))
        }
    }

    /// Has the handler of a stream look again.
    func wakeStream(_ stream: AttachTable.ID) {
        state.withLock { $0.streamWakeups.call(stream) }?.resume()
    }

    /// Waits until the handler of a stream has something to look at.
    func waitForStream(_ stream: AttachTable.ID) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isKept = state.withLock { $0.streamWakeups.wait(stream, waiter) }
                if !isKept { waiter.resume() }
            }
        } onCancel: {
            wakeStream(stream)
        }
    }

    /// Has the sender of a stream wait, unless the stream is over.
    ///
    /// - Parameter pause: in milliseconds.
    /// - Throws: `RPCError`, why it is over; `CancellationError`.
    func pause(_ pause: Int64, for stream: AttachTable.ID) async throws {
        try await Task.sleep(for: .milliseconds(pause))
        if let ending = ending(of: stream) { throw RPCError(ending) }
    }

    /// Why a stream is over; nil while it is not.
    func ending(of stream: AttachTable.ID) -> AttachTable.Ending? {
        state.withLock { $0.roster.attached.ending(of: stream) }
    }

    /// Sends the clients of all streams away, and refuses new ones.
    ///
    /// - Parameter spread: over how long they come back, in milliseconds.
    /// - Returns: how many there were.
    @discardableResult
    func drainStreams(over spread: Int64) -> Int {
        state.withLock { $0.streamSpread = spread }
        return withRoster { roster, _ in
            roster.endAllStreams { _ in .draining(pause: .random(in: 0...spread)) }
            return roster.attached.count
        }
    }

    /// Takes streams again.
    func takeStreams() {
        state.withLock { $0.streamSpread = nil }
    }

    /// Whether clients are sent away.
    var isDraining: Bool { state.withLock { $0.streamSpread != nil } }

    /// Ends all streams, as nobody knows whose session goes on. Leases go on.
    func suspendStreams() {
        withRoster { roster, _ in
            roster.sessionNews += 1
            roster.endAllStreams { _ in .doubt }
        }
    }
}
