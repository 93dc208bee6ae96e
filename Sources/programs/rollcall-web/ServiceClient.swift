import NIOCore
import NIOPosix
import RollcallAPI
import RollcallRPC
import RollcallWire
import Synchronization

/// Calls a service over connections on the event loop of the caller, so that no call goes to
/// another thread and back. A loop has several, as one carries only so many streams: unary calls
/// have one of their own, which streams never fill.
final class ServiceClient: RPCClient {
    /// Below what a connection carries, as a stream that was given up counts a little longer.
    static let streamsOfClient = 200
    private static let maximumClients = 64

    typealias ClientOfLoop =
        @Sendable (ConnectionConfiguration, any EventLoop) throws -> any RPCClient

    private let client: ClientOfLoop
    private let calls: [ObjectIdentifier: any RPCClient]
    private let lanes = Mutex<[ObjectIdentifier: [Lane]]>([:])

    private struct Lane {
        let client: any RPCClient
        var streams = 0
    }

    /// - Parameter client: makes a client whose connection is on the event loop.
    init(_ client: @escaping ClientOfLoop) throws {
        self.client = client
        calls = Dictionary(
            uniqueKeysWithValues: try Self.eventLoops.makeIterator().map {
                (ObjectIdentifier($0), try client(ConnectionConfiguration(), $0))
            })
    }

    private static let eventLoops = MultiThreadedEventLoopGroup.singleton

    /// That of the caller, or any.
    private var eventLoop: any EventLoop {
        guard let current = MultiThreadedEventLoopGroup.currentEventLoop,
            calls[ObjectIdentifier(current)] != nil
        else { return Self.eventLoops.any() }
        return current
    }

    func unary<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
    ) async throws -> Response {
        guard let client = calls[ObjectIdentifier(eventLoop)] else {
            throw RPCError(.internal, "an event loop has no client")
        }
        return try await client.unary(method, request, options)
    }

    func open<Request, Response>(
        _ method: Method<Request, Response>, _ request: Request?, _ options: CallOptions
    ) async throws -> ResponseStream<Response> {
        let (client, place) = try takePlace()
        return ResponseStream(
            PlacedStream(try await client.open(method, request, options), place))
    }

    private func takePlace() throws -> (any RPCClient, StreamPlace) {
        let eventLoop = eventLoop
        let loop = ObjectIdentifier(eventLoop)
        return try lanes.withLock { all in
            var lanes = all[loop, default: []]
            defer { all[loop] = lanes }
            let index = lanes.firstIndex { $0.streams < Self.streamsOfClient } ?? lanes.count
            if index == lanes.count {
                guard index < Self.maximumClients else {
                    throw RPCError.retryLater(
                        .unavailable, .overloaded, after: .seconds(2), "too many streams are open")
                }
                lanes.append(Lane(client: try client(.ofStreams, eventLoop)))
            }
            lanes[index].streams += 1
            return (
                lanes[index].client, StreamPlace { [weak self] in self?.release(index, of: loop) }
            )
        }
    }

    private func release(_ index: Int, of loop: ObjectIdentifier) {
        lanes.withLock { $0[loop]?[index].streams -= 1 }
    }
}

/// A stream's place at a connection, as long as somebody holds it.
private final class StreamPlace: Sendable {
    private let release: @Sendable () -> Void

    init(release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit { release() }
}

private final class PlacedStream<Response: Message>: CallStream {
    private let base: ResponseStream<Response>
    private let place: StreamPlace

    init(_ base: ResponseStream<Response>, _ place: StreamPlace) {
        (self.base, self.place) = (base, place)
    }

    func receive() async throws -> ByteBuffer? { try await base.stream.receive() }
    func send(_ message: some Message) async throws { try await base.stream.send(message) }
    func sendEnd() { base.stream.sendEnd() }
    func cancel(_ code: StatusCode) { base.stream.cancel(code) }
}

extension ConnectionConfiguration {
    /// Some clients do not read their streams: together these do not fill the connection.
    static var ofStreams: ConnectionConfiguration {
        var configuration = ConnectionConfiguration()
        configuration.maximumStreamWindow = configuration.streamWindow
        configuration.connectionWindow = configuration.streamWindow * configuration.maximumStreams
        configuration.maximumConnectionWindow = configuration.connectionWindow
        return configuration
    }
}
