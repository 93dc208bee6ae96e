import NIOCore
import Synchronization

@testable import RollcallRPC
@testable import RollcallWire

/// The calls that a program makes as an application would, and whether everybody who waited for one
/// was told of its end.
final class FuzzCalls: Sendable {
    private struct State {
        var streams: [BidirectionalCall<Detail, Detail>] = []
        var tasks: [Task<Void, Never>] = []
        var running = 0
    }

    private let state = Mutex(State())
    private let client: ConnectedClient
    private let executor: LoopExecutor

    init(_ client: ConnectedClient, on executor: LoopExecutor) {
        self.client = client
        self.executor = executor
    }

    /// The tasks that wait for something.
    var running: Int { state.withLock { $0.running } }

    func unary(_ method: Method<Detail, Detail>, _ request: Detail, _ options: CallOptions) {
        start { [client] in _ = try await client.unary(method, request, options) }
    }

    func expand(_ request: Detail, _ options: CallOptions) {
        start { [client] in
            for try await _ in try await client.serverStreaming(
                FuzzService.expand, request, options)
            {}
        }
    }

    func collect(_ request: Detail, _ options: CallOptions) {
        start { [client] in
            let call = try await client.clientStreaming(FuzzService.collect, options)
            for _ in 0..<3 { try await call.send(request) }
            _ = try await call.finish()
        }
    }

    /// Opens a stream that stays open.
    func open(_ method: Method<Detail, Detail>, _ options: CallOptions) {
        start { [self] in
            let call = try await client.bidirectional(method, options)
            state.withLock { $0.streams.append(call) }
        }
    }

    func send(_ message: Detail, on index: UInt8) {
        guard let stream = stream(index) else { return }
        start { try await stream.send(message) }
    }

    func receive(on index: UInt8) {
        guard let stream = stream(index) else { return }
        start { _ = try await stream.responses.next() }
    }

    func finishSending(on index: UInt8) {
        stream(index)?.finishSending()
    }

    func cancel(_ index: UInt8) {
        stream(index)?.cancel()
    }

    /// Lets go of a stream.
    func drop(_ index: UInt8) {
        let dropped = state.withLock { state in
            state.streams.isEmpty
                ? nil : state.streams.remove(at: Int(index) % state.streams.count)
        }
        _ = dropped
    }

    func cancelTask(_ index: UInt8) {
        let task = state.withLock { state in
            state.tasks.isEmpty ? nil : state.tasks[Int(index) % state.tasks.count]
        }
        task?.cancel()
    }

    func dropAll() {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            return state.streams
        }
        _ = streams
    }

    private func stream(_ index: UInt8) -> BidirectionalCall<Detail, Detail>? {
        state.withLock { state in
            state.streams.isEmpty ? nil : state.streams[Int(index) % state.streams.count]
        }
    }

    private func start(_ body: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.running += 1 }
        let task = Task.immediate(executorPreference: executor) { [self] in
            _ = try? await body()
            state.withLock { $0.running -= 1 }
        }
        state.withLock { $0.tasks.append(task) }
    }
}
