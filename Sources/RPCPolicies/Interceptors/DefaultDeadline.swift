import RollcallRPC

/// Gives calls that name no timeout one: by default the unary and client-streaming ones, as a call
/// that streams to its caller may last for as long as the caller wants.
public struct DefaultDeadline: ClientInterceptor {
    private let timeout: Duration
    private let kinds: Set<MethodKind>

    public init(_ timeout: Duration, kinds: Set<MethodKind> = [.unary, .clientStreaming]) {
        self.timeout = timeout
        self.kinds = kinds
    }

    public func begin(_ call: inout ClientCall) -> (any ClientCallObserver)? {
        if call.options.timeout == nil, kinds.contains(call.kind) { call.options.timeout = timeout }
        return nil
    }
}
