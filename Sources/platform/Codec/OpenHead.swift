package import NIOCore

/// The commonest meta of an OPEN, the method and a timeout alone, read and written
/// without a copy of the method's name. Every other meta goes through the codec as `Open`.
package struct OpenHead {
    /// Where the method's name lies in the meta.
    package let method: Range<Int>
    /// As in `Open.timeout_us`.
    package let timeoutUs: UInt64

    /// Reads a meta; nil when it has another shape.
    package init?(_ meta: UnsafeRawBufferPointer) {
        // The length of a name under 128 bytes is one byte.
        guard meta.count >= 2, meta[0] == Self.methodTag, meta[1] < 0x80 else { return nil }
        self.method = 2..<(2 + Int(meta[1]))
        guard method.upperBound <= meta.count else { return nil }
        if method.upperBound == meta.count {
            self.timeoutUs = 0
        } else {
            guard meta[method.upperBound] == Self.timeoutTag,
                let timeout = Self.varint(meta, from: method.upperBound + 1)
            else { return nil }
            self.timeoutUs = timeout
        }
    }

    /// The varint that fills the rest of the meta.
    private static func varint(_ meta: UnsafeRawBufferPointer, from start: Int) -> UInt64? {
        var value: UInt64 = 0
        guard start < meta.count, meta.count - start <= 9 else { return nil }
        for (index, byte) in meta[start...].enumerated() {
            value |= UInt64(byte & 0x7F) << UInt64(7 * index)
            if byte < 0x80 { return start + index + 1 == meta.count ? value : nil }
        }
        return nil
    }

    static let methodTag: UInt8 = 1 << 3 | 2
    static let timeoutTag: UInt8 = 2 << 3
}

extension ByteBuffer {
    /// Writes the meta of an OPEN that has a method of less than 128 bytes and a timeout only.
    package mutating func writeOpenHead(method: String, timeoutUs: UInt64) {
        writeInteger(OpenHead.methodTag)
        writeInteger(UInt8(method.utf8.count))
        writeString(method)
        guard timeoutUs > 0 else { return }
        writeInteger(OpenHead.timeoutTag)
        var rest = timeoutUs
        while rest >= 0x80 {
            writeInteger(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        writeInteger(UInt8(rest))
    }
}
