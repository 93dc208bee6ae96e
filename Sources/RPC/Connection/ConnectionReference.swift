import NIOCore

/// A connection as other threads hold it: what is to be done with it runs on its event loop, at
/// once for who is there already.
struct ConnectionReference: Sendable {
    let eventLoop: any EventLoop
    private let connection: NIOLoopBound<Connection>

    /// Called on the event loop of the connection.
    init(_ connection: Connection) {
        self.eventLoop = connection.eventLoop
        self.connection = NIOLoopBound(connection, eventLoop: connection.eventLoop)
    }

    func run(_ body: @escaping @Sendable (Connection) -> Void) {
        if eventLoop.inEventLoop {
            body(connection.value)
        } else {
            eventLoop.execute { body(connection.value) }
        }
    }
}
