import RollcallBasics

/// The `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/): which trace a
/// call belongs to, and which part of it made the call.
package struct TraceParent: Equatable, Sendable {
    /// The trace's id as logs have it: 32 hexadecimal digits, not all zero.
    package let trace: String
    /// The caller's span: 16 hexadecimal digits, not all zero.
    package let span: String
    /// Whether the span may have been recorded.
    let isSampled: Bool

    private init(_ trace: String, span: String, isSampled: Bool) {
        (self.trace, self.span, self.isSampled) = (trace, span, isSampled)
    }

    /// Reads the header's value; nil when it breaks a rule, and a new trace has to begin. What a
    /// version after 00 may have behind the flags is dropped.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        let areHexadecimal = zip(parts, [2, 32, 16, 2]).allSatisfy { part, length in
            part.utf8.count == length && part.utf8.allSatisfy(\.isLowercaseHexadecimal)
        }
        guard areHexadecimal, parts.count == 4 || parts.count == 5 && parts[0] != "00",
            parts[0] != "ff", parts[1...2].allSatisfy({ $0.contains { $0 != "0" } }),
            let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        self.init(String(parts[1]), span: String(parts[2]), isSampled: flags & 1 == 1)
    }

    /// The same trace with a span of its own, as the next part of it passes it on.
    func child() -> TraceParent { TraceParent(below: self, isSampled: isSampled) }

    /// A new span, in the trace of another one, or in a new trace.
    init(below parent: TraceParent?, isSampled: Bool) {
        self.init(
            parent?.trace ?? Self.newID() + Self.newID(), span: Self.newID(), isSampled: isSampled)
    }

    /// What is passed on for a stranger: the same, and nobody has to record what is below it.
    package var unsampled: TraceParent { TraceParent(trace, span: span, isSampled: false) }

    private static func newID() -> String {
        let digits = String(UInt64.random(in: 1 ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension TraceParent: CustomStringConvertible {
    /// The value of the header.
    package var description: String { "00-\(trace)-\(span)-\(isSampled ? "01" : "00")" }
}
