import RollcallBasics

/// Bytes that must not reach a log: printing, dumping or reflecting them shows `<redacted>`.
package struct Secret: Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension Secret: Hashable {
    /// Compared in constant time.
    package static func == (left: Self, right: Self) -> Bool {
        constantTimeEqual(left.bytes, right.bytes)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

extension Secret: Redacted {}
