import Admission
import NIOCore
import RollcallRPC
import Synchronization

/// The connections of an `HTTPServer`, counted for each client, so that one stranger does not hold
/// all of them.
final class HTTPConnections: Sendable {
    let configuration: HTTPServerConfiguration
    let responder: HTTPServer.Responder
    private let executors: [ObjectIdentifier: EventLoopTaskExecutor]
    private let state: Mutex<State>
    /// Also those that are not entered yet.
    let count = Atomic(0)

    private struct State {
        var open: [ObjectIdentifier: HTTPConnection] = [:]
        var slots: Slots<ClientNetwork>
        var isDraining = false
    }

    init(
        _ configuration: HTTPServerConfiguration, _ eventLoops: any EventLoopGroup,
        _ responder: @escaping HTTPServer.Responder
    ) {
        (self.configuration, self.responder) = (configuration, responder)
        executors = Dictionary(
            uniqueKeysWithValues: eventLoops.makeIterator().map {
                (ObjectIdentifier($0), EventLoopTaskExecutor($0))
            })
        state = Mutex(State(slots: Slots(ofKey: configuration.connectionsPerClient)))
    }

    func executor(of eventLoop: any EventLoop) -> EventLoopTaskExecutor? {
        executors[ObjectIdentifier(eventLoop)]
    }

    /// Proxies may have any number of connections, as many clients are behind them.
    private func client(_ peer: IPAddress?) -> ClientNetwork? {
        peer.flatMap { configuration.proxies.contain($0) ? nil : ClientNetwork($0) }
    }

    /// - Returns: whether there was room, and the connection counts until `leave`.
    func enter(_ connection: HTTPConnection, _ peer: IPAddress?) -> Bool {
        state.withLock { state in
            guard !state.isDraining, client(peer).map({ state.slots.take(for: $0) }) ?? true
            else { return false }
            state.open[ObjectIdentifier(connection)] = connection
            return true
        }
    }

    func leave(_ connection: HTTPConnection, _ peer: IPAddress?) {
        state.withLock { state in
            guard state.open.removeValue(forKey: ObjectIdentifier(connection)) != nil else {
                return
            }
            if let client = client(peer) { state.slots.release(for: client) }
        }
    }

    var isEmpty: Bool { state.withLock { $0.open.isEmpty } }

    /// Lets no other connection in.
    ///
    /// - Parameter action: is done with each that is open, on its event loop.
    func drain(_ action: @escaping @Sendable (HTTPConnection) -> Void) {
        let open = state.withLock { state in
            state.isDraining = true
            return Array(state.open.values)
        }
        for connection in open { connection.channel.eventLoop.execute { action(connection) } }
    }

    /// Waits, at most for `time`, until there is none.
    func waitUntilEmpty(for time: Duration) async {
        let deadline = ContinuousClock.now + time
        while !isEmpty, .now < deadline { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
