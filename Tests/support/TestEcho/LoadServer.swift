import NIOCore
import NIOPosix
import RollcallRPC
import RollcallWire
import Synchronization
import TestServers

/// A server of one event loop whose handlers burn time or wait, for the tests of what it refuses.
package struct LoadServer {
    package let server: Server
    package let endpoint: Endpoint
    package let handlers: Handlers

    /// What the handlers have done.
    package final class Handlers: Sendable {
        private let state = Mutex((running: 0, peak: 0, begun: [String: Int]()))
        private let isReleased = Atomic(false)

        package var running: Int { state.withLock { $0.running } }
        /// The most that ran at once.
        package var peak: Int { state.withLock { $0.peak } }
        package func begun(_ method: String) -> Int { state.withLock { $0.begun[method] ?? 0 } }

        /// Lets those end that wait.
        package func release() { isReleased.store(true, ordering: .relaxed) }

        /// Waits without regard to cancellation.
        fileprivate func hold(_ method: String) async {
            begin(method)
            while !isReleased.load(ordering: .relaxed) {
                let loop = MultiThreadedEventLoopGroup.singleton.next()
                try? await loop.scheduleTask(in: .milliseconds(5)) {}.futureResult.get()
            }
            state.withLock { $0.running -= 1 }
        }

        /// Keeps the event loop for so many milliseconds.
        fileprivate func burn(_ method: String, _ milliseconds: Int64) {
            begin(method)
            let end = NIODeadline.now() + .milliseconds(milliseconds)
            while NIODeadline.now() < end {}
            state.withLock { $0.running -= 1 }
        }

        private func begin(_ method: String) {
            state.withLock {
                $0.running += 1
                $0.peak = max($0.peak, $0.running)
                $0.begun[method, default: 0] += 1
            }
        }
    }
}

private func method(
    _ name: String, _ kind: MethodKind = .unary, _ priority: Priority = .ordinary,
    access: Access = .anyone
) -> Method<EchoMessage, EchoMessage> {
    Method(
        service: "rollcall.test.v1.EchoService", name: name, kind: kind, access: access,
        priority: priority, maximumRequestSize: 8_388_608)
}

extension LoadServer.Handlers {
    fileprivate var router: Router {
        var router = Router()
        let holding = [
            ("Hold", Priority.ordinary, Access.anyone), ("HoldBulk", .bulk, .anyone),
            ("HoldCritical", .critical, .anyone), ("HoldForUsers", .ordinary, .user),
            ("HoldForServices", .ordinary, .service), ("HoldForAll", .ordinary, .anyoneOrUser),
        ]
        for (name, priority, access) in holding {
            router.unary(method(name, .unary, priority, access: access)) { request, _ in
                await self.hold(name)
                return request
            }
        }
        let burning = [
            ("Burn", Priority.ordinary), ("BurnBulk", .bulk), ("BurnCritical", .critical),
        ]
        for (name, priority) in burning {
            router.unary(method(name, .unary, priority)) { request, _ in
                self.burn(name, request.number)
                return request
            }
        }
        let pausing = [
            ("Pause", Access.anyone), ("PauseForUsers", .user), ("PauseForServices", .service),
        ]
        for (name, access) in pausing {
            router.unary(method(name, access: access)) { request, _ in
                try await Task.sleep(for: .milliseconds(request.number))
                return request
            }
        }
        router.unary(method("FillForUsers", access: .user)) { request, _ in
            EchoMessage(payload: Array(repeating: 7, count: Int(request.number)))
        }
        for (name, access) in [("HoldUpload", Access.anyone), ("HoldUploadForUsers", .user)] {
            router.clientStreaming(method(name, .clientStreaming, access: access)) { _, _ in
                await self.hold(name)
                return EchoMessage()
            }
        }
        router.serverStreaming(method("HoldWatch", .serverStreaming)) { _, _, _ in
            await self.hold("HoldWatch")
        }
        return router
    }
}

package func withLoadServer(
    authenticator: (any Authenticator)? = nil,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (LoadServer) async throws -> Void
) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var configuration = ServerConfiguration()
    configuration.drainGrace = .milliseconds(200)
    configuration.connection.helloTimeout = .minutes(1)
    configuration.connection.frameTimeout = .minutes(1)
    // All calls come from one address; the tests of shares say who has which.
    configuration.admission.shareNothing()
    // A busy machine is no overload; the tests of overload say otherwise.
    configuration.admission.targetWait = .minutes(1)
    configuration.admission.burstInterval = .minutes(1)
    configure(&configuration)
    let handlers = LoadServer.Handlers()
    let server = try Server(
        router: handlers.router, authenticator: authenticator ?? TrustingAuthenticator(),
        configuration: configuration,
        eventLoops: group, logger: .quiet)
    let endpoint = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0))
    let result: Result<Void, any Error>
    do {
        result = .success(
            try await body(LoadServer(server: server, endpoint: endpoint, handlers: handlers)))
    } catch {
        result = .failure(error)
    }
    handlers.release()
    await server.drain()
    try await group.shutdownGracefully()
    try result.get()
}

/// Lets nobody know who calls until it is opened.
package final class Gate: Authenticator {
    private let state = Mutex((waiting: 0, isOpen: false))

    package init() {}

    package var waiting: Int { state.withLock { $0.waiting } }

    package func open() { state.withLock { $0.isOpen = true } }

    package func authenticate(_ context: CallContext) async throws -> Caller {
        state.withLock { $0.waiting += 1 }
        while !state.withLock({ $0.isOpen }) { try await Task.sleep(for: .milliseconds(2)) }
        return try await TrustingAuthenticator().authenticate(context)
    }
}

extension RawPeer {
    /// Whether a call was refused before it reached a handler.
    package func isRefused(_ stream: UInt32) -> Bool {
        frames(.close).contains {
            $0.header.streamID == stream && $0.header.flags.contains(.refused)
        }
    }

    package static func greeting(
        _ endpoint: Endpoint, from source: String? = nil
    ) async throws -> RawPeer {
        let peer = try await RawPeer.connect(to: endpoint, from: source)
        peer.send { $0.writeHello() }
        return peer
    }
}
