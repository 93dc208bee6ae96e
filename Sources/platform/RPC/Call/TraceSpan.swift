import Glibc
import Synchronization

/// A part of a trace: a request at the door, a call, or a use of a store. Spans that begin within
/// it are below it.
package final class TraceSpan: Sendable {
    /// The span in which the running task works; nil where nothing is traced.
    @TaskLocal package static var current: TraceSpan?

    /// By the numbers of OpenTelemetry.
    package enum Kind: Int64, Sendable {
        case server = 2
        case client = 3
    }

    /// A name, and the value that OpenTelemetry's conventions give it.
    package typealias Attribute = (name: String, value: String)
    /// Takes a span that has ended.
    package typealias Export = @Sendable (TraceSpan, _ duration: Duration, StatusCode) -> Void

    package let name: String
    package let kind: Kind
    package let attribute: Attribute
    /// Its trace, and its own id.
    package let place: TraceParent
    /// The id of the span above it; nil for the first of a trace.
    package let parent: String?
    /// Nanoseconds since 1970.
    package let beganAt: Int64
    private let start = ContinuousClock.now
    private let hasEnded = Atomic(false)
    private let export: Export

    init(
        _ name: String, _ kind: Kind, _ attribute: Attribute, at place: TraceParent,
        below parent: String?, _ export: @escaping Export
    ) {
        (self.name, self.kind, self.attribute) = (name, kind, attribute)
        (self.place, self.parent, self.export) = (place, parent, export)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        beganAt = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// A use of another program, below the current span; nil where that is not recorded.
    package static func beginUse(_ name: String, _ attribute: Attribute) -> TraceSpan? {
        guard let current, current.place.isSampled else { return nil }
        return TraceSpan(
            name, .client, attribute, at: TraceParent(below: current.place, isSampled: true),
            below: current.place.span, current.export)
    }

    /// Only the first end counts.
    package func end(_ code: StatusCode = .ok) {
        guard place.isSampled, !hasEnded.exchange(true, ordering: .relaxed) else { return }
        export(self, ContinuousClock.now - start, code)
    }

    package func end(failing error: any Error) {
        end(RPCError.wire(for: error).code)
    }
}

/// Begins a span for each request that a process answers.
package struct Tracer: Sendable {
    private let ratio: Double
    private let export: TraceSpan.Export

    /// - Parameter ratio: the part of the requests without a trace that begin one: 0 to 1.
    package init(ratio: Double, export: @escaping TraceSpan.Export) {
        (self.ratio, self.export) = (ratio, export)
    }

    /// - Parameters:
    ///   - traceparent: the caller's header. An invalid one is ignored.
    ///   - isTrusted: whether the caller decides if the span is recorded.
    package func span(
        _ name: String, _ attribute: TraceSpan.Attribute, from traceparent: String,
        isTrusted: Bool = true
    ) -> TraceSpan {
        let parent = TraceParent(traceparent)
        let decided = isTrusted ? parent?.isSampled : nil
        let isSampled = decided ?? (Double.random(in: 0..<1) < ratio)
        return TraceSpan(
            name, .server, attribute, at: TraceParent(below: parent, isSampled: isSampled),
            below: parent?.span, export)
    }
}
