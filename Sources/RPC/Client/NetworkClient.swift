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

    /// - Parameters:
    ///   - tls: for a TLS endpoint; by default, what the system trusts and no certificate.
    ///   - connectTimeout: how long a connection may take to open, and again a TLS handshake.
    public convenience init(
        _ endpoint: Endpoint,
        tls: ClientTLS? = nil,
        configuration: ConnectionConfiguration = ConnectionConfiguration(),
        connectTimeout: TimeAmount = .seconds(5),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        self.init(
            connector: ChannelConnector(
                endpoint: endpoint, tls: tls, configuration: configuration, timeout: connectTimeout,
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
        let patience = Patience(options.timeout)
        var attempt = 1
        while true {
            do {
                let client = try await connected(patience)
                return try await client.unary(method, request, patience.shortened(options))
            } catch let error as RPCError where error.canBeTriedAgain && attempt < Self.attempts {
                let pause = Duration.milliseconds(
                    Double.random(in: 0.5...1.5) * Double(5 << attempt))
                if let remaining = patience.remaining, remaining <= pause { throw error }
                try await Task.sleep(for: pause)
                attempt += 1
            }
        }
    }

    public func serverStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        let patience = Patience(options.timeout)
        let client = try await connected(patience)
        return try await client.serverStreaming(method, request, patience.shortened(options))
    }

    public func clientStreaming<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> ClientStreamingCall<Request, Response> {
        let patience = Patience(options.timeout)
        return try await connected(patience).clientStreaming(method, patience.shortened(options))
    }

    public func bidirectional<Request, Response>(
        _ method: Method<Request, Response>, _ options: CallOptions
    ) async throws -> BidirectionalCall<Request, Response> {
        let patience = Patience(options.timeout)
        return try await connected(patience).bidirectional(method, patience.shortened(options))
    }

    /// The connection that there is, or one that is opened now, by one caller for all.
    private func connected(_ patience: Patience) async throws -> ConnectedClient {
        let current = state.withLock { state in
            if case .idle = state {
                state = .connecting(Task { [weak self] in try await Self.connect(self) })
            }
            return state
        }
        switch current {
        case .connected(let client): return client
        case .connecting(let attempt):
            return try await FirstOutcome.of(
                attempt, within: patience.remaining, on: connector.eventLoop)
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
    /// Where timers run.
    var eventLoop: any EventLoop { get }

    /// - Throws: `RPCError` (`unavailable`, not processed).
    func connect() async throws -> ConnectedClient
}

/// How long a caller still waits, over all that is done for one call.
private struct Patience {
    private let end: ContinuousClock.Instant?

    init(_ timeout: Duration?) {
        self.end = timeout.map { .now + $0 }
    }

    var remaining: Duration? {
        end.map { ContinuousClock.now.duration(to: $0) }
    }

    func shortened(_ options: CallOptions) -> CallOptions {
        var options = options
        options.timeout = remaining
        return options
    }
}

extension RPCError {
    /// Whether the call certainly reached no handler, and there is still reason to make it.
    fileprivate var canBeTriedAgain: Bool {
        wasNotProcessed && code != .deadlineExceeded && code != .cancelled
    }
}
