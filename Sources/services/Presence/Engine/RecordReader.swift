import RollcallBasics

/// Reads fields of a known size one after another. There must be as many bytes.
struct RecordReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var count: Int { rest.count }

    mutating func number<Number: FixedWidthInteger>() -> Number {
        Number(bigEndianBytes: bytes(MemoryLayout<Number>.size))
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
