import NIOCore

/// The connections of one event loop that are to send once the loop's turn is over. However many
/// they are, the loop has one task for them.
final class FlushQueue: @unchecked Sendable {
    // Unchecked, also the exclusivity: it is touched on its event loop only.
    private let eventLoop: any EventLoop
    @exclusivity(unchecked) private var connections: [ServerConnection] = []

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func append(_ connection: ServerConnection) {
        connections.append(connection)
        if connections.count == 1 { eventLoop.execute { [self] in flushAll() } }
    }

    private func flushAll() {
        var ready: [ServerConnection] = []
        swap(&ready, &connections)
        for connection in ready { connection.flushIfScheduled() }
        // Keeps the memory for the next turn, unless that has begun already.
        guard connections.isEmpty else { return }
        ready.removeAll(keepingCapacity: true)
        swap(&ready, &connections)
    }
}
