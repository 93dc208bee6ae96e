import NIOCore
import RollcallRPC
import RollcallWire
import Synchronization

/// Runs the tasks of one input on its event loop, all on one thread, so that an input always does
/// the same.
final class LoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        eventLoop.execute { job.runSynchronously(on: executor) }
    }
}

/// Where handlers stand until the program lets them go on, whether or not they were cancelled.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets one go on.
    func letOneThrough() {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume()
    }

    /// Lets all go on, from now on.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// The RPCs that a program can call, one of each kind; its messages have nothing of their own.
enum FuzzService {
    static let name = "fuzz.Service"
    static let echo = method("Echo", .unary)
    static let hold = method("Hold", .unary)
    static let fail = method("Fail", .unary)
    static let collect = method("Collect", .clientStreaming)
    static let expand = method("Expand", .serverStreaming)
    static let chat = method("Chat", .bidirectional)
    static let ignore = method("Ignore", .bidirectional)
    static let methods = [echo, hold, fail, collect, expand, chat, ignore]

    private static func method(_ name: String, _ kind: MethodKind) -> Method<Detail, Detail> {
        Method(
            service: Self.name, name: name, kind: kind, access: .anyone,
            maximumRequestSize: 4 << 20)
    }

    static func router(_ gate: Gate) -> Router {
        var router = Router()
        router.unary(echo) { request, _ in request }
        router.unary(hold) { request, _ in
            await gate.pass()
            return request
        }
        router.unary(fail) { request, _ in
            throw RPCError(
                StatusCode(rawValue: UInt32(request.value.count % 17)) ?? .unknown, request.type)
        }
        router.clientStreaming(collect) { requests, _ in
            var size = 0
            for try await request in requests { size += request.value.count }
            return Detail(type: "\(size)")
        }
        router.serverStreaming(expand) { request, responses, _ in
            for _ in 0..<3 { try await responses.send(request) }
            await gate.pass()
            try await responses.send(request)
        }
        router.bidirectional(chat) { requests, responses, _ in
            for try await request in requests { try await responses.send(request) }
        }
        router.bidirectional(ignore) { _, responses, _ in
            await gate.pass()
            try await responses.send(Detail())
        }
        return router
    }
}
