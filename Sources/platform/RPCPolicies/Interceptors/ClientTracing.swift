import RollcallRPC

/// Passes the trace on that a call belongs to, each call as a span of its own; a call that belongs to
/// none begins one.
///
/// A handler's trace comes along with `CallContext.onward()`.
public struct ClientTracing: ClientInterceptor {
    public init() {}

    public func begin(_ call: inout ClientCall) -> (any ClientCallObserver)? {
        let parent = TraceParent(call.options.traceparent)
        call.options.traceparent = (parent?.child() ?? TraceParent()).description
        return nil
    }
}
