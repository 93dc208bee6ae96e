import NIOCore
import Synchronization

/// The reactors of one event loop that are to take a turn. However many they are, the loop has one
/// task for them.
final class TurnQueue: Sendable {
    private let eventLoop: any EventLoop
    private let due = Mutex<[StreamReactor]>([])

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// For any thread.
    func append(_ reactor: StreamReactor) {
        let isFirst = due.withLock { due in
            due.append(reactor)
            return due.count == 1
        }
        if isFirst { eventLoop.execute { [self] in takeTurns() } }
    }

    private func takeTurns() {
        let reactors = due.withLock { due in
            defer { due = [] }
            return due
        }
        for reactor in reactors { reactor.takeTurn() }
    }
}
