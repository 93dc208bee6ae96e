import RollcallWire

/// Sees a message. It must not block.
public typealias MessageHook = @Sendable (any Message) throws -> Void

/// What interceptors want to know of the messages of an RPC. Without interceptors it is empty.
struct MessageHooks: Sendable {
    private let onReceived: [MessageHook]
    private let onSent: [MessageHook]

    /// - Parameter interceptions: the outermost first.
    init(_ interceptions: [Interception]) {
        onReceived = interceptions.compactMap(\.onReceived)
        // Nearest to the handler first.
        onSent = interceptions.reversed().compactMap(\.onSent)
    }

    func received(_ message: some Message) throws {
        for hook in onReceived { try hook(message) }
    }

    func sent(_ message: some Message) throws {
        for hook in onSent { try hook(message) }
    }
}
