/// The place of a call in a trace, as W3C Trace Context level 1 writes it in `traceparent`
/// (https://www.w3.org/TR/trace-context/#traceparent-header).
public struct TraceParent: Sendable, Hashable {
    /// 32 lower-case hex digits, not all 0: the same for every call of the trace.
    public let traceID: String
    /// 16 lower-case hex digits, not all 0: this call.
    public let spanID: String
    /// Whether the caller may have recorded the trace.
    public let isSampled: Bool

    /// Nil for what the specification says is to be ignored. A version later than 00 is read as far
    /// as 00 goes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, bytes[2] == Self.dash, bytes[35] == Self.dash,
            bytes[52] == Self.dash, let version = Self.byte(bytes[0..<2]), version != 0xFF,
            bytes.count == 55 || (version > 0 && bytes[55] == Self.dash),
            let traceID = Self.identifier(bytes[3..<35]),
            let spanID = Self.identifier(bytes[36..<52]), let flags = Self.byte(bytes[53..<55])
        else { return nil }
        self.init(traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1)
    }

    private init(traceID: String, spanID: String, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// The same trace, in a call of its own.
    ///
    /// - Parameter id: any number but 0.
    func child(_ id: UInt64) -> TraceParent {
        let digits = String(id, radix: 16)
        let spanID = String(repeating: "0", count: 16 - digits.count) + digits
        return TraceParent(traceID: traceID, spanID: spanID, isSampled: isSampled)
    }

    private static let dash = UInt8(ascii: "-")

    private static func identifier(_ digits: ArraySlice<UInt8>) -> String? {
        guard digits.allSatisfy({ value(of: $0) != nil }),
            digits.contains(where: { $0 != UInt8(ascii: "0") })
        else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard let high = digits.first.flatMap(value), let low = digits.last.flatMap(value) else {
            return nil
        }
        return high << 4 | low
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension TraceParent: CustomStringConvertible {
    /// As it stands in `traceparent`.
    public var description: String {
        "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")"
    }
}
