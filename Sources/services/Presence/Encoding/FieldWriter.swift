import RollcallCrypto

/// Writes fields of protobuf's wire format whose numbers are below 16, where there is room. A field
/// that has its default value is left out, as proto3 has it.
struct FieldWriter {
    /// The lowest bits of a field's first byte.
    private enum WireType: UInt8 {
        case varint = 0
        case fixed64 = 1
        case length = 2
    }

    private let start: UnsafeMutableRawPointer
    private var place: UnsafeMutableRawPointer

    /// - Parameter room: not empty.
    init(_ room: UnsafeMutableRawBufferPointer) {
        guard let start = room.baseAddress else { preconditionFailure("there is no room") }
        (self.start, place) = (start, start)
    }

    /// How many bytes were written.
    var count: Int { place - start }

    /// Writes what is encoded already.
    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        place.copyMemory(from: start, byteCount: bytes.count)
        place += bytes.count
    }

    mutating func write(_ field: UInt8, _ value: Int64) {
        guard value != 0 else { return }
        writeHead(field, .varint)
        writeVarint(UInt64(bitPattern: value))
    }

    mutating func write(_ field: UInt8, fixed value: UInt64) {
        guard value != 0 else { return }
        writeHead(field, .fixed64)
        place.storeBytes(of: value.littleEndian, as: UInt64.self)
        place += 8
    }

    mutating func write(_ field: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        writeHead(field, length: bytes.count)
        write(UnsafeRawBufferPointer(bytes))
    }

    /// Writes the head of a field whose bytes follow, though there be none.
    mutating func writeHead(_ field: UInt8, length: Int) {
        writeHead(field, .length)
        writeVarint(UInt64(length))
    }

    /// Writes an id as its text, without a head.
    mutating func writeText(of id: UUIDv7) {
        id.writeText(
            to: UnsafeMutableBufferPointer(
                start: place.assumingMemoryBound(to: UInt8.self), count: UUIDv7.textLength))
        place += UUIDv7.textLength
    }

    private mutating func writeHead(_ field: UInt8, _ type: WireType) {
        place.storeBytes(of: field << 3 | type.rawValue, as: UInt8.self)
        place += 1
    }

    private mutating func writeVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            place.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
            place += 1
            rest >>= 7
        }
        place.storeBytes(of: UInt8(rest), as: UInt8.self)
        place += 1
    }
}

/// What fields take, in bytes.
extension FieldWriter {
    static func size(of value: Int64) -> Int {
        value == 0 ? 0 : 1 + size(ofVarint: UInt64(bitPattern: value))
    }

    /// Of a string or bytes.
    static func size(ofBytes count: Int) -> Int {
        count == 0 ? 0 : size(ofMessage: count)
    }

    /// Of a message, which may be empty.
    static func size(ofMessage size: Int) -> Int {
        1 + self.size(ofVarint: UInt64(size)) + size
    }

    static func size(ofVarint value: UInt64) -> Int {
        (70 - (value | 1).leadingZeroBitCount) / 7
    }
}
