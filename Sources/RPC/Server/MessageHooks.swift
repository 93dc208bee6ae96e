import RollcallWire

/// Sees a message. It must not block.
public typealias MessageHook = @Sendable (any Message) throws -> Void

/// What interceptors want to know of the messages of an RPC. A call without hooks pays nothing.
struct MessageHooks: Sendable {
    private let received: [MessageHook]
    private let sent: [MessageHook]

    /// - Parameter interceptions: the outermost first.
    /// - Returns: nil when none wants to know anything.
    init?(_ interceptions: [Interception]) {
        received = interceptions.compactMap(\.onReceived)
        // Nearest to the handler first.
        sent = interceptions.reversed().compactMap(\.onSent)
        if received.isEmpty, sent.isEmpty { return nil }
    }

    fileprivate func callReceived(_ message: some Message) throws {
        for hook in received { try hook(message) }
    }

    fileprivate func callSent(_ message: some Message) throws {
        for hook in sent { try hook(message) }
    }
}

extension Optional<MessageHooks> {
    func received(_ message: some Message) throws {
        try self?.callReceived(message)
    }

    func sent(_ message: some Message) throws {
        try self?.callSent(message)
    }
}
