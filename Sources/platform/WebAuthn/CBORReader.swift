import RollcallBasics

/// Reads values of CBOR strictly, one after the other.
///
/// WebAuthn asks all decoders to refuse what is not in CTAP2's canonical form (level 2, §2.3).
/// This reader refuses lengths and integers that are not as short as they can be, indefinite
/// lengths, tags, floats, other simple values, keys that come twice, keys that are neither an
/// integer nor a text, and text that is not UTF-8. It accepts maps in another order than the
/// canonical one, which some authenticators write, and which changes no meaning.
struct CBORReader {
    /// Values within values: an attestation object has a statement with a list of certificates.
    static let depthLimit = 4

    private let data: ArraySlice<UInt8>
    /// Index of the next byte.
    private(set) var position: Int

    init(_ data: ArraySlice<UInt8>) {
        (self.data, position) = (data, data.startIndex)
    }

    /// The value that a text consists of, with nothing after it.
    static func value(of data: [UInt8]) throws(WebAuthnError) -> CBOR {
        var reader = CBORReader(data[...])
        let value = try reader.value()
        guard reader.isAtEnd else { throw .malformed }
        return value
    }

    var isAtEnd: Bool { position == data.endIndex }

    mutating func value() throws(WebAuthnError) -> CBOR { try value(depth: Self.depthLimit) }

    private mutating func value(depth: Int) throws(WebAuthnError) -> CBOR {
        guard depth > 0, let first = try bytes(1).first else { throw .malformed }
        let argument = try argument(first & 0x1f)
        switch first >> 5 {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try bytes(argument)))
        case 3:
            guard let text = String(validating: try bytes(argument), as: UTF8.self) else {
                throw .malformed
            }
            return .text(text)
        case 4:
            var values: [CBOR] = []
            // Nothing is reserved for what is only claimed: each value takes a byte at least.
            for _ in 0..<argument { values.append(try value(depth: depth - 1)) }
            return .array(values)
        case 5: return try map(argument, depth: depth - 1)
        case 7 where first == 0xf4 || first == 0xf5: return .bool(first == 0xf5)
        case 7 where first == 0xf6: return .null
        default: throw .malformed
        }
    }

    private mutating func map(_ count: UInt64, depth: Int) throws(WebAuthnError) -> CBOR {
        // Looking for equal keys takes the square of their number.
        guard count <= Self.entryLimit else { throw .malformed }
        var entries: [CBOR.Entry] = []
        for _ in 0..<count {
            let key = try value(depth: 1)
            switch key {
            case .unsigned, .negative, .text: break
            default: throw .malformed
            }
            guard !entries.contains(where: { $0.key == key }) else { throw .malformed }
            entries.append(CBOR.Entry(key: key, value: try value(depth: depth)))
        }
        return .map(entries)
    }

    /// Entries of a map. WebAuthn's have at most six; extensions could be more.
    static let entryLimit = 32

    /// The number after the kind of a value: one of 0 to 23, or in 1, 2, 4 or 8 more bytes.
    private mutating func argument(_ short: UInt8) throws(WebAuthnError) -> UInt64 {
        guard short >= 24 else { return UInt64(short) }
        guard short <= 27 else { throw .malformed }
        let argument = UInt64(bigEndianBytes: try bytes(1 << UInt64(short - 24)))
        let least: UInt64 = [24, 1 << 8, 1 << 16, 1 << 32][Int(short - 24)]
        guard argument >= least else { throw .malformed }
        return argument
    }

    /// The bytes that follow, as they are.
    mutating func bytes(_ count: UInt64) throws(WebAuthnError) -> ArraySlice<UInt8> {
        guard count <= UInt64(data.endIndex - position) else { throw .malformed }
        defer { position += Int(count) }
        return data[position..<position + Int(count)]
    }
}
