import RollcallRPC

/// Gives unary and client-streaming calls that name no timeout one. A call that streams to its
/// caller may last for as long as the caller wants.
public struct DefaultDeadline: ClientInterceptor {
    private let timeout: Duration

    public init(_ timeout: Duration) {
        self.timeout = timeout
    }

    public func begin(_ call: inout ClientCall) {
        guard [.unary, .clientStreaming].contains(call.kind) else { return }
        call.options.timeout = call.options.timeout ?? timeout
    }
}
