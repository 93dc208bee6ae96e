import Synchronization

/// What all connections of a server use together. Any thread counts here, in coarse steps: a handler
/// that ends without having waited for anything is never counted.
final class ServerLoad: Sendable {
    let limits: AdmissionConfiguration
    let memory: MemoryBudget
    private let handlers = Atomic(0)
    private let streamingHandlers = Atomic(0)

    init(_ limits: AdmissionConfiguration) {
        self.limits = limits
        self.memory = MemoryBudget(limits.maximumMemory)
    }

    /// Handlers that run.
    var handlerCount: Int {
        handlers.load(ordering: .relaxed) + streamingHandlers.load(ordering: .relaxed)
    }

    /// Whether another handler may begin.
    func hasRoom(for rpc: ServedRPC) -> Bool {
        guard !memory.isShort || rpc.priority == .critical else { return false }
        return rpc.kind.streamsToCaller
            ? streamingHandlers.load(ordering: .relaxed)
                < rpc.priority.share(of: limits.maximumStreamingHandlers)
            : handlers.load(ordering: .relaxed) < rpc.priority.share(of: limits.maximumHandlers)
    }

    func began(_ kind: MethodKind) {
        change(kind, by: 1)
    }

    func ended(_ kind: MethodKind) {
        change(kind, by: -1)
    }

    private func change(_ kind: MethodKind, by one: Int) {
        if kind.streamsToCaller {
            streamingHandlers.add(one, ordering: .relaxed)
        } else {
            handlers.add(one, ordering: .relaxed)
        }
    }
}

extension MethodKind {
    var streamsToCaller: Bool { self == .serverStreaming || self == .bidirectional }
}
