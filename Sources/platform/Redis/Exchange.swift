import Glibc
import NIOCore

/// The commands and answers of one socket until it is lost. Answers come in the order of the
/// commands. Used by the connection's thread.
final class Exchange {
    private let connection: RedisConnection
    private let socket: RedisSocket
    /// Sent commands without an answer, in the order of the answers.
    private var sent = CircularBuffer<PendingCommand?>()
    private var isWritten = true

    init(_ connection: RedisConnection, _ socket: RedisSocket) {
        self.connection = connection
        self.socket = socket
    }

    /// Returns when the connection is lost or closed. Once.
    func run() {
        do {
            while !connection.isClosed {
                sendNext()
                if !isWritten { isWritten = try socket.write() }
                try wait()
            }
        } catch {
            // What is wrong shows when the server is connected to again.
        }
        // The outcome of commands that were sent is unknown.
        for pending in sent { pending?.complete(.failure(.unknownOutcome)) }
    }

    private func sendNext() {
        let room = connection.configuration.window - sent.count
        guard room > 0 else { return }
        for pending in connection.takeNext(room) { send(pending) }
    }

    private func send(_ pending: PendingCommand) {
        socket.append(pending.command)
        sent.append(pending)
        isWritten = false
    }

    /// Waits for an answer, or for something to send.
    private func wait() throws(RedisError) {
        let hasRoom = sent.count < connection.configuration.window
        // A caller that submits a command from now on wakes this thread.
        if hasRoom, !connection.beginWaiting() { return }
        let wanted = POLLIN | (isWritten ? 0 : POLLOUT)
        var events = [
            pollfd(fd: socket.descriptor, events: Int16(wanted), revents: 0),
            pollfd(fd: connection.wakeup.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&events, 2, CInt(clamping: try patience()))
        guard count > 0 else { return }
        if events[1].revents != 0 { connection.wakeup.reset() }
        if events[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { try receive() }
    }

    /// The remaining time of the oldest command, in milliseconds.
    private func patience() throws(RedisError) -> Int {
        guard let oldest = sent.lazy.compactMap({ $0 }).first else { return 60_000 }
        let timeout = connection.configuration.timeout
        let left = timeout - (ContinuousClock.now - oldest.since)
        guard left > .zero else { throw .unavailable("the server has not answered for \(timeout)") }
        return Int(left / .milliseconds(1)) + 1
    }

    private func receive() throws(RedisError) {
        var failure: RedisError?
        try socket.read { reply in
            guard let pending = sent.removeFirst() else { return }
            if case .failure(let error) = reply {
                if loadScript(of: pending, after: error) { return }
                if error.endsConnection { failure = error }
            }
            pending.complete(.success(reply))
        }
        if let failure { throw failure }
    }

    /// Sends the server a script that it lacks, and repeats the command.
    private func loadScript(of pending: PendingCommand, after error: RedisError) -> Bool {
        guard case .refused("NOSCRIPT", _) = error, let script = pending.command.script,
            !pending.hasLoaded
        else { return false }
        var again = pending
        again.hasLoaded = true
        socket.append(script.loading)
        // The answer to the script is ignored.
        sent.append(nil)
        send(again)
        return true
    }
}

extension RedisConnection {
    /// Takes the next commands to send. Commands that have waited too long are refused.
    fileprivate func takeNext(_ most: Int) -> [PendingCommand] {
        let (next, late) = state.withLock { state in
            guard !state.queue.isEmpty else { return ([PendingCommand](), [PendingCommand]()) }
            let latest = ContinuousClock.now - configuration.timeout
            let late = state.queue.takeExpired { $0.since < latest }
            return (state.queue.take(most), late)
        }
        for pending in late { pending.complete(.failure(.overloaded)) }
        return next
    }

    /// - Returns: false if there is something to send.
    fileprivate func beginWaiting() -> Bool {
        state.withLock { state in
            guard state.queue.isEmpty, !state.isClosed else { return false }
            state.isWaiting = true
            return true
        }
    }
}
