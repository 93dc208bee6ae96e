import RollcallBasics

/// The `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/): which trace a
/// call belongs to, and which part of it made the call.
public struct TraceParent: Sendable, Hashable {
    /// 16 bytes, not all zero.
    private let traceID: UInt128
    /// The caller's span, not zero.
    private let spanID: UInt64
    /// Whether the caller may have recorded its span.
    public let isSampled: Bool

    private init(_ traceID: UInt128, spanID: UInt64, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// A trace that begins here.
    public init(isSampled: Bool = false) {
        self.init(
            .random(in: 1 ... .max), spanID: .random(in: 1 ... .max), isSampled: isSampled)
    }

    /// Reads the header's value; nil when it breaks a rule, and a new trace has to begin. What a
    /// version after 00 may have behind the flags is let go.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, bytes[2] == Self.dash, bytes[35] == Self.dash,
            bytes[52] == Self.dash, let version: UInt8 = Self.number(bytes[0..<2]), version != 0xFF,
            bytes.count == 55 || (version > 0 && bytes[55] == Self.dash),
            let trace: UInt128 = Self.number(bytes[3..<35]),
            let span: UInt64 = Self.number(bytes[36..<52]),
            let flags: UInt8 = Self.number(bytes[53..<55]), trace != 0, span != 0
        else { return nil }
        self.init(trace, spanID: span, isSampled: flags & 1 == 1)
    }

    /// The same trace, as the next part of it passes it on.
    public func child() -> TraceParent {
        child(.random(in: 1 ... .max))
    }

    /// The same trace, as the next part of it passes it on.
    ///
    /// - Parameter id: the span's, any number but 0.
    func child(_ id: UInt64) -> TraceParent {
        TraceParent(traceID, spanID: id, isSampled: isSampled)
    }

    /// The trace's id as logs have it: 32 hexadecimal digits.
    public var trace: String { Self.text(traceID) }

    /// The span's id as logs have it: 16 hexadecimal digits.
    public var span: String { Self.text(spanID) }

    private static let dash = UInt8(ascii: "-")

    /// Lower-case hexadecimal digits only, as the standard demands.
    private static func number<Number: FixedWidthInteger>(_ digits: ArraySlice<UInt8>) -> Number? {
        guard digits.allSatisfy(\.isLowercaseHexadecimal) else { return nil }
        return Number(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func text(_ number: some FixedWidthInteger) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: number.bitWidth / 4 - digits.count) + digits
    }
}

extension TraceParent: CustomStringConvertible {
    /// The value as it stands on the wire.
    public var description: String { "00-\(trace)-\(span)-\(isSampled ? "01" : "00")" }
}
