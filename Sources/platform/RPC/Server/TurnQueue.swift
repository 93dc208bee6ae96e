import NIOCore

/// The reactors of one event loop that are to take a turn. However many they are, the loop has one
/// task for them.
final class TurnQueue: Sendable {
    private let eventLoop: any EventLoop
    private let due = Arrivals<StreamReactor>()

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// For any thread.
    func append(_ reactor: StreamReactor) {
        guard due.append(reactor) else { return }
        eventLoop.execute { [self] in
            for reactor in due.takeAll() { reactor.takeTurn() }
        }
    }
}
