/// Gives each call of a trace a span of its own, which the calls that its handler makes have as
/// their parent (W3C Trace Context, §3.2). A call that belongs to no trace begins none, and a
/// `traceparent` that the specification calls invalid is ignored.
public struct TraceInterceptor: ServerInterceptor {
    private let makeSpanID: @Sendable () -> UInt64

    public var standsBeforeAuthorization: Bool { true }

    public init() {
        self.init { .random(in: 1 ... .max) }
    }

    /// - Parameter makeSpanID: numbers that no other call has; not 0.
    init(makeSpanID: @escaping @Sendable () -> UInt64) {
        self.makeSpanID = makeSpanID
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        Interception(onBegin: { [makeSpanID] call in
            guard !call.context.traceparent.isEmpty else { return }
            let parent = TraceParent(call.context.traceparent)
            call.context.traceparent = parent?.child(makeSpanID()).description ?? ""
        })
    }
}
