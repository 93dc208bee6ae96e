import Glibc
import RollcallRPC

/// What the thread does.
extension RedisConnection {
    private static let backoff = Backoff(
        initial: .milliseconds(50), multiplier: 2, maximum: .seconds(2))

    func run() {
        var failures = 0
        while !isClosed {
            do {
                let socket = try RedisSocket.open(location, configuration)
                state.withLock { $0.trouble = nil }
                failures = 0
                Exchange(self, socket).run()
                if configuration.refusesWhileReconnecting {
                    fail(.unavailable("the connection was lost"))
                }
            } catch {
                failures += 1
                fail(error)
                pause(Self.backoff.pause(after: failures))
            }
        }
        fail(.closed)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// - Parameter pause: ends when the connection is closed.
    private func pause(_ pause: Duration) {
        var events = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
        // What was submitted is not lost: while the server is away nothing is taken.
        wakeup.reset()
        guard !isClosed else { return }
        poll(&events, 1, CInt(pause / .milliseconds(1)))
    }
}
