import RollcallBasics
import RollcallWire

/// What a call says beside its messages: keys with values, in order. A key may stand more than
/// once.
///
/// A key is 1 to 128 bytes of `[0-9a-z_.-]`; one that ends in `-bin` has bytes, any other text
/// without control characters. At most 64 entries are taken.
public struct Metadata: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
        case text(String)
        case bytes([UInt8])
    }

    public private(set) var entries: [(key: String, value: Value)] = []

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }

    /// The first text under a key.
    public subscript(text key: String) -> String? {
        for case (key, .text(let text)) in entries { return text }
        return nil
    }

    /// The first bytes under a key that ends in `-bin`.
    public subscript(bytes key: String) -> [UInt8]? {
        for case (key, .bytes(let bytes)) in entries { return bytes }
        return nil
    }

    /// Adds an entry behind those that are there.
    ///
    /// - Throws: `RPCError` (`invalidArgument`) when the key or the text is not allowed.
    public mutating func add(_ key: String, text: String) throws {
        guard Self.isKey(key), !key.hasSuffix("-bin") else { throw Self.badKey }
        guard !Self.hasControlCharacters(text) else { throw Self.badValue(key) }
        entries.append((key, .text(text)))
    }

    /// Adds an entry behind those that are there.
    ///
    /// - Throws: `RPCError` (`invalidArgument`) when the key is not allowed.
    public mutating func add(_ key: String, bytes: [UInt8]) throws {
        guard Self.isKey(key), key.hasSuffix("-bin") else { throw Self.badKey }
        entries.append((key, .bytes(bytes)))
    }

    public static func == (left: Metadata, right: Metadata) -> Bool {
        left.entries.elementsEqual(right.entries) { $0.key == $1.key && $0.value == $1.value }
    }
}

extension Metadata {
    static let maximumEntries = 64

    init(_ wire: [MetadataEntry]) throws {
        guard wire.count <= Self.maximumEntries else {
            throw RPCError(
                .resourceExhausted, "a call has at most \(Self.maximumEntries) metadata entries")
        }
        for entry in wire {
            if entry.key.hasSuffix("-bin") {
                guard entry.value.isEmpty else { throw Self.badKey }
                try add(entry.key, bytes: entry.binaryValue)
            } else {
                guard entry.binaryValue.isEmpty else { throw Self.badKey }
                try add(entry.key, text: entry.value)
            }
        }
    }

    var wire: [MetadataEntry] {
        entries.map { key, value in
            switch value {
            case .text(let text): MetadataEntry(key: key, value: text)
            case .bytes(let bytes): MetadataEntry(key: key, binaryValue: bytes)
            }
        }
    }

    /// Looks at eight bytes at a time: an access token comes with each call.
    private static func hasControlCharacters(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let end = bytes.count & ~7
            var found: UInt64 = 0
            for start in stride(from: 0, to: end, by: 8) {
                found |= controls(in: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            }
            // Spaces in place of the bytes that are missing.
            var rest: UInt64 = 0x2020_2020_2020_2020
            withUnsafeMutableBytes(of: &rest) {
                $0.copyMemory(from: .init(rebasing: bytes[end...]))
            }
            return found | controls(in: rest) != 0
        }
    }

    /// Whether any of eight bytes is a control character of ASCII: not 0 if one is. Subtracting
    /// 0x20 sets the highest bit of a byte below 0x20. XOR makes 0x7F a 0, whose highest bit
    /// subtracting 1 sets ("Determine if a word has a byte less than n",
    /// graphics.stanford.edu/~seander/bithacks.html).
    private static func controls(in bytes: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest = ones &* 0x80
        let deletes = bytes ^ (ones &* 0x7F)
        return ((bytes &- ones &* 0x20) & ~bytes | (deletes &- ones) & ~deletes) & highest
    }

    private static func isKey(_ key: String) -> Bool {
        (1...128).contains(key.utf8.count)
            && key.utf8.allSatisfy {
                $0.isASCIILowercase || $0.isASCIIDigit || "_.-".utf8.contains($0)
            }
    }

    private static let badKey = RPCError(
        .invalidArgument,
        "a metadata key is 1 to 128 of [0-9a-z_.-], and ends in -bin if its value is bytes, "
            + "and only then")

    private static func badValue(_ key: String) -> RPCError {
        RPCError(.invalidArgument, "the metadata value of \(key) has a control character")
    }
}

extension Metadata {
    /// A little more than the bytes that the entries take on the wire.
    var wireSize: Int {
        entries.reduce(0) { sum, entry in
            switch entry.value {
            case .text(let text): sum + entry.key.utf8.count + text.utf8.count + 16
            case .bytes(let bytes): sum + entry.key.utf8.count + bytes.count + 16
            }
        }
    }
}
