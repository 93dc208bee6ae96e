import RollcallWire

/// What a call says beside its messages: keys with values, in order. A key may stand more than once.
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
        guard Self.isKey(key), !key.hasSuffix("-bin") else { throw Self.badKey(key) }
        guard !Self.hasControlCharacters(text) else { throw Self.badValue(key) }
        entries.append((key, .text(text)))
    }

    /// Adds an entry behind those that are there.
    ///
    /// - Throws: `RPCError` (`invalidArgument`) when the key is not allowed.
    public mutating func add(_ key: String, bytes: [UInt8]) throws {
        guard Self.isKey(key), key.hasSuffix("-bin") else { throw Self.badKey(key) }
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
                guard entry.value.isEmpty else { throw Self.badKey(entry.key) }
                try add(entry.key, bytes: entry.binaryValue)
            } else {
                guard entry.binaryValue.isEmpty else { throw Self.badKey(entry.key) }
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

    /// Without a way out of the loop, so that the compiler looks at many bytes at a time: an access token
    /// comes with each call.
    private static func hasControlCharacters(_ text: String) -> Bool {
        func look(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            var found: UInt8 = 0
            for byte in bytes { found |= byte < 0x20 || byte == 0x7F ? 1 : 0 }
            return found != 0
        }
        return text.utf8.withContiguousStorageIfAvailable(look)
            ?? Array(text.utf8).withUnsafeBufferPointer(look)
    }

    private static func isKey(_ key: String) -> Bool {
        (1...128).contains(key.utf8.count)
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private static func badKey(_ key: String) -> RPCError {
        RPCError(
            .invalidArgument,
            "a metadata key is 1 to 128 of [0-9a-z_.-], and ends in -bin if its value is bytes, "
                + "and only then")
    }

    private static func badValue(_ key: String) -> RPCError {
        RPCError(.invalidArgument, "the metadata value of \(key) has a control character")
    }
}
