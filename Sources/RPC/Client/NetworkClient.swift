import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Makes calls to one server over one connection, which it opens with the first call and opens again
/// when it was lost. Unary calls that certainly never reached a handler are made again.
public final class NetworkClient: RPCClient {
    private enum State {
        case idle
        case connecting(Task<ConnectedClient, any Error>)
        case connected(ConnectedClient)
        case closed
    }

    /// How often a call is tried that was refused before it reached a handler.
    private static let attempts = 4

    private let connector: any Connector
    private let state = Mutex(State.idle)

    /// - Parameter connectTimeout: how long a connection may take to open.
    public convenience init(
        _ endpoint: Endpoint,
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        connectTimeout: TimeAmount = .seconds(5),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        self.init(
            connector: ChannelConnector(
                endpoint: endpoint, configuration: configuration, timeout: connectTimeout,
                eventLoops: eventLoops, logger: logger))
    }

    init(connector: any Connector) {
        self.connector = connector
    }

    deinit {
        close()
    }

    /// Ends the connection and its calls, and takes no more.
    public func close() {
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        switch last {
        case .connected(let client): client.close()
        case .connecting(let attempt): attempt.cancel()
        case .idle, .closed: break
        }
    }

    public func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        var attempt = 1
        while true {
            do {
                return try await connected(within: options.timeout).unary(method, request, options)
            } catch let error as RPCError where error.wasNotProcessed && attempt < Self.attempts {
                let pause = Double.random(in: 0.5...1.5) * Double(5 << attempt)
                try await Task.sleep(for: .milliseconds(pause))
                attempt += 1
            }
        }
    }

    public func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        try await connected(within: options.timeout).serverStreaming(method, request, options)
    }

    public func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        try await connected(within: options.timeout).clientStreaming(method, options)
    }

    public func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        try await connected(within: options.timeout).bidirectional(method, options)
    }

    /// The connection that there is, or one that is opened now, by one caller for all.
    private func connected(within timeout: Duration?) async throws -> ConnectedClient {
        let current = state.withLock { state in
            if case .idle = state {
                state = .connecting(Task { [weak self] in try await Self.connect(self) })
            }
            return state
        }
        switch current {
        case .connected(let client): return client
        case .connecting(let attempt): return try await attempt.value(within: timeout)
        case .idle, .closed: throw RPCError(.cancelled, "the client was closed")
        }
    }

    private static func connect(_ owner: NetworkClient?) async throws -> ConnectedClient {
        guard let owner else { throw RPCError(.cancelled, "the client was closed") }
        do {
            let client = try await owner.connector.connect()
            owner.use(client)
            return client
        } catch {
            owner.state.withLock { if case .connecting = $0 { $0 = .idle } }
            throw error
        }
    }

    private func use(_ client: ConnectedClient) {
        let isWanted = state.withLock { state in
            guard case .connecting = state else { return false }
            state = .connected(client)
            return true
        }
        guard isWanted else { return client.close() }
        client.onGone { [weak self] in self?.forget(client) }
    }

    private func forget(_ client: ConnectedClient) {
        state.withLock { state in
            if case .connected(let current) = state, current == client { state = .idle }
        }
    }
}

/// Opens connections to one server.
protocol Connector: Sendable {
    /// - Throws: `RPCError` (`unavailable`, not processed).
    func connect() async throws -> ConnectedClient
}

extension Task where Success == ConnectedClient, Failure == any Error {
    /// The connection, if it is there in time. Whoever stops waiting leaves it to the others.
    fileprivate func value(within timeout: Duration?) async throws -> ConnectedClient {
        guard let timeout else { return try await value }
        return try await withThrowingTaskGroup(of: ConnectedClient.self) { group in
            group.addTask { try await value }
            group.addTask {
                try await Task<Never, Never>.sleep(for: timeout)
                throw RPCError.deadlineExceeded().notProcessed
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { return try await value }
            return first
        }
    }
}
