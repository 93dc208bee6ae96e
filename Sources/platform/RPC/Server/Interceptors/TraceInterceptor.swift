/// Gives each call of a trace a span of its own, which the calls that its handler makes have as
/// their parent (W3C Trace Context, §3.2). A call that belongs to no trace begins none, and a
/// `traceparent` that the specification calls invalid is ignored.
public struct TraceInterceptor: ServerInterceptor {
    public var standsBeforeAuthorization: Bool { true }

    private let tracer: Tracer?

    public init() { tracer = nil }

    /// - Parameter tracer: records spans, and begins traces.
    package init(_ tracer: Tracer?) { self.tracer = tracer }

    var isRecording: Bool { tracer != nil }

    /// Has a handler run in the span of its call.
    static func inSpan(_ handler: @escaping ServerHandler) -> ServerHandler {
        { call in
            try await TraceSpan.$current.withValue(call.span) { try await handler(call) }
        }
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        // Who asks for the health each second is no part of anybody's trace.
        if let tracer, !rpc.path.hasPrefix("rollcall.rpc.") {
            return Interception(
                onBegin: { call in
                    let span = tracer.span(
                        rpc.path, ("rpc.method", rpc.path), from: call.context.traceparent)
                    (call.span, call.context.traceparent) = (span, "\(span.place)")
                },
                onEnd: { $0.span?.end($0.status) })
        }
        return Interception(onBegin: { call in
            guard !call.context.traceparent.isEmpty else { return }
            let parent = TraceParent(call.context.traceparent)
            call.context.traceparent = parent?.child().description ?? ""
        })
    }
}
