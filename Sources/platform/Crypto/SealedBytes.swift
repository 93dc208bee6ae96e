/// What a `SealingKey` has sealed: nonce, ciphertext and tag, one after the other.
package struct SealedBytes: Sendable, Hashable {
    static let nonceLength = 12
    static let tagLength = 16
    /// How much longer the sealed form is than its content.
    package static let overhead = nonceLength + tagLength

    package let bytes: [UInt8]

    /// - Returns: `nil` for bytes that are too few to be sealed ones.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.overhead else { return nil }
        self.bytes = bytes
    }

    init(nonce: [UInt8], ciphertext: [UInt8], tag: [UInt8]) {
        bytes = nonce + ciphertext + tag
    }

    var nonce: [UInt8] { Array(bytes.prefix(Self.nonceLength)) }
    var ciphertext: [UInt8] { Array(bytes.dropFirst(Self.nonceLength).dropLast(Self.tagLength)) }
    var tag: [UInt8] { Array(bytes.suffix(Self.tagLength)) }
}

/// Where sealed bytes are stored. They open nowhere else, so nobody can exchange those of two rows.
package struct SealedPlace: Sendable, Hashable {
    let table: String
    let row: [UInt8]

    package init(table: String, row: [UInt8]) {
        self.table = table
        self.row = row
    }

    /// The associated data. The name of the table comes with its length, so that no two places have
    /// the same bytes.
    var bytes: [UInt8] {
        precondition(table.utf8.count < 256, "a table has a short name")
        return [UInt8(table.utf8.count)] + Array(table.utf8) + row
    }
}
