import RollcallAPI
import RollcallBasics
import Synchronization

/// What an app says of a device while `stayOnline` keeps it online. May be called from anywhere;
/// what is said between two messages goes with the next one, at once. Each device needs its own: of
/// devices that share one, only the first that sends says what is new.
public final class DeviceSignals: Sendable {
    fileprivate struct State {
        var said: AttachRequest
        /// When the device was last touched; nil for now, as far as anybody has said.
        var idleSince: ContinuousClock.Instant?
        var tellsIdle = false
        /// What has yet to be sent.
        var news = AttachRequest()
    }

    private let state: Mutex<State>
    private let hasNews = AsyncSignal()

    /// - Parameters:
    ///   - deviceState: online, away or invisible.
    ///   - status: the user's status text; nil to leave it as it is.
    public init(_ deviceState: DeviceState = .online, status: Status? = nil) {
        state = Mutex(State(said: AttachRequest(state: deviceState, status: status)))
    }

    /// Says that the device is online, away or invisible.
    public func setState(_ deviceState: DeviceState) {
        change { state in
            state.said.state = deviceState
            state.news.state = deviceState
        }
    }

    /// Sets the status text of the user; an empty one removes it.
    public func setStatus(_ status: Status) {
        change { state in
            state.said.status = status
            state.news.status = status
        }
    }

    /// Says when the device was last touched. An app says so once its user has left the device
    /// alone for a while, and with `Duration.zero` when the user is back.
    public func setIdle(for duration: Duration) {
        change { state in
            state.idleSince = duration > .zero ? .now - duration : nil
            state.tellsIdle = true
        }
    }

    /// The first message of a stream. It says all that was said before.
    func first(device: String, lease: Duration) -> AttachRequest {
        state.withLock { state in
            state.news = AttachRequest()
            hasNews.reset()
            var request = state.said
            request.deviceID = device
            request.leaseMs = UInt32(clamping: lease.wholeMilliseconds)
            request.idleMs = state.idleMs
            return request
        }
    }

    /// What to send next: news at once, or after a pause that the device is still there.
    ///
    /// - Throws: `CancellationError`.
    func next(within pause: Duration) async throws -> AttachRequest {
        await hasNews.wait(atMost: pause)
        try Task.checkCancellation()
        return state.withLock { state in
            defer { state.news = AttachRequest() }
            state.news.idleMs = state.idleMs
            return state.news
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        hasNews.signal()
    }
}

extension DeviceSignals.State {
    /// Nil as long as nobody has said anything of it.
    fileprivate var idleMs: UInt32? {
        guard tellsIdle else { return nil }
        return idleSince.map { UInt32(clamping: (ContinuousClock.now - $0).wholeMilliseconds) } ?? 0
    }
}
