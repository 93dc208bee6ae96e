import Logging
import NIOCore

/// A connection as other threads hold it. Work on it runs on its event loop, immediately if the
/// caller is there already.
package struct Reference<Side: Connection>: @unchecked Sendable {
    // Unchecked: the connection is handed out on its event loop only.
    fileprivate let connection: Side

    init(_ connection: Side) {
        self.connection = connection
    }

    var id: ObjectIdentifier { ObjectIdentifier(connection) }

    package var eventLoop: any EventLoop { connection.eventLoop }

    var logger: Logger { connection.logger }

    /// The connection, on its event loop; nil on any other thread.
    var ifOnEventLoop: Side? {
        connection.eventLoop.inEventLoop ? connection : nil
    }

    /// The connection, for callers that are on its event loop.
    var onEventLoop: Side {
        assert(connection.eventLoop.inEventLoop)
        return connection
    }

    /// The connection, whichever side it is.
    var ofEitherSide: ConnectionReference { ConnectionReference(connection) }

    package func run(_ body: @escaping @Sendable (Side) -> Void) {
        if let connection = ifOnEventLoop {
            body(connection)
        } else {
            eventLoop.execute { [self] in body(connection) }
        }
    }
}

/// One of either side.
package typealias ConnectionReference = Reference<Connection>

extension Reference where Side == ServerConnection {
    /// The connection's part of the server's memory. For any thread.
    var account: MemoryAccount { connection.account }

    /// Where the reactors of its calls take turns.
    var turns: TurnQueue { connection.runner.scheduler.turns }

    /// Where the handlers of its calls run.
    var executor: any TaskExecutor { connection.runner.scheduler.executor }
}

extension Reference where Side == ClientConnection {
    /// Opens a call from another thread. Calls that many threads open meanwhile are opened
    /// together.
    func submit(_ receiver: any CallReceiver, _ opening: CallOpening) {
        let isFirst = connection.submissions.append((receiver, opening))
        if isFirst { eventLoop.execute { [self] in connection.openSubmitted() } }
    }
}
