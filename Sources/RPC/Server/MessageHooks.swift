import RollcallWire

/// What interceptors want to know of the messages of one call. A call without hooks pays nothing.
struct MessageHooks: Sendable {
    typealias Hook = @Sendable (any Message) throws -> Void

    fileprivate var received: [Hook] = []
    fileprivate var sent: [Hook] = []
}

extension ServerCall {
    /// Calls a hook with each message of the client, decoded, before the handler has it.
    ///
    /// - Parameter hook: must not block; throwing ends the call, for the handler with that error.
    public mutating func onReceived(_ hook: @escaping @Sendable (any Message) throws -> Void) {
        hooks = hooks ?? MessageHooks()
        hooks?.received.append(hook)
    }

    /// Calls a hook with each message of the handler, before it is sent.
    ///
    /// - Parameter hook: must not block; throwing keeps the message from being sent, and ends the
    ///   call if the handler does not catch the error.
    public mutating func onSent(_ hook: @escaping @Sendable (any Message) throws -> Void) {
        hooks = hooks ?? MessageHooks()
        // Nearest to the handler first.
        hooks?.sent.insert(hook, at: 0)
    }
}

extension Optional<MessageHooks> {
    func received(_ message: some Message) throws {
        guard let self else { return }
        for hook in self.received { try hook(message) }
    }

    func sent(_ message: some Message) throws {
        guard let self else { return }
        for hook in self.sent { try hook(message) }
    }
}
