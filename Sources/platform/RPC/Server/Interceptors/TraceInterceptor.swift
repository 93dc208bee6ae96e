/// Gives each call of a trace a span of its own, which the calls that its handler makes have as
/// their parent (W3C Trace Context, §3.2). A call that belongs to no trace begins none, and a
/// `traceparent` that the specification calls invalid is ignored.
public struct TraceInterceptor: ServerInterceptor {
    public var standsBeforeAuthorization: Bool { true }

    public init() {}

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        Interception(onBegin: { call in
            guard !call.context.traceparent.isEmpty else { return }
            let parent = TraceParent(call.context.traceparent)
            call.context.traceparent = parent?.child().description ?? ""
        })
    }
}
