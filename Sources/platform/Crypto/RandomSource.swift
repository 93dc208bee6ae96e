import COpenSSL

/// Where random bytes come from, so that a test can give its own.
package struct RandomSource: Sendable {
    private let fill: @Sendable (_ count: Int) throws -> [UInt8]

    package init(_ fill: @escaping @Sendable (_ count: Int) throws -> [UInt8]) {
        self.fill = fill
    }

    /// - Throws: `CryptoError.noRandomness`; never answers with fewer or weaker bytes.
    package func bytes(_ count: Int) throws -> [UInt8] {
        try fill(count)
    }

    /// OpenSSL's generator, seeded by the kernel (`RAND_bytes`).
    package static let system = RandomSource { count in
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw CryptoError.noRandomness }
        return bytes
    }
}
