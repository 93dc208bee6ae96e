/// A CBOR value (RFC 8949), of the kinds that WebAuthn has.
enum CBOR: Equatable {
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// The entries in the order of the text. No two keys are equal.
    case map([Entry])
    case bool(Bool)
    case null

    struct Entry: Equatable {
        let key, value: CBOR
    }

    /// The value of a key that is an integer, as a COSE key has them; nil if there is none.
    subscript(key: Int64) -> CBOR? {
        value(of: key < 0 ? .negative(UInt64(-1 - key)) : .unsigned(UInt64(key)))
    }

    /// The value of a key that is a text; nil if there is none.
    subscript(key: String) -> CBOR? { value(of: .text(key)) }

    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    /// How many entries a map has; nil for any other value.
    var entryCount: Int? { if case .map(let entries) = self { entries.count } else { nil } }

    private func value(of key: CBOR) -> CBOR? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }
}
