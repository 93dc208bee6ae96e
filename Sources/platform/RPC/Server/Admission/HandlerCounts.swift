import Synchronization

/// The handlers that somebody has running, by the two kinds that have limits of their own. A
/// handler that ends without having waited for anything is never counted.
struct HandlerCounts: ~Copyable, Sendable {
    /// Of unary and client-streaming calls.
    private let answering = Atomic(0)
    /// Of calls that stream to their caller.
    private let streaming = Atomic(0)

    var all: Int { answering.load(ordering: .relaxed) + streaming.load(ordering: .relaxed) }

    subscript(_ kind: MethodKind) -> Int {
        (kind.streamsToCaller
            ? streaming.load(ordering: .relaxed) : answering.load(ordering: .relaxed))
    }

    func add(_ change: Int, _ kind: MethodKind) {
        if kind.streamsToCaller {
            streaming.add(change, ordering: .relaxed)
        } else {
            answering.add(change, ordering: .relaxed)
        }
    }
}

extension MethodKind {
    var streamsToCaller: Bool { self == .serverStreaming || self == .bidirectional }
}
