import Foundation
import RollcallBasics
import RollcallCrypto

/// A compact set of passwords that may report false positives (Bloom, CACM 13(7), 1970). A password
/// in the set is always found. The maker of the set chose the rate of false positives.
///
/// `deploy/build-password-filter.py` makes its file. All numbers are little-endian: the letters
/// `RCPWFLTR`, the version 1 (4 bytes), the number of probes `k` (4), the number of bits `m` (8),
/// the number of passwords (8), and the bits, lowest first, in whole bytes. With `a` and `b` the
/// first two numbers of 8 bytes in the SHA-1 of a password in UTF-8 and NFC, its bits are (a + i·(b
/// | 1) mod 2⁶⁴) mod m, for i from 0 to k - 1.
struct BloomFilter: Sendable {
    enum Malformation: String, Error {
        case foreign = "it is no password filter"
        case version = "it is of another version"
        case damaged = "it is cut short, or damaged"
    }

    /// A password in every filter. Its absence reveals wrong bits.
    static let canary = "rollcall-password-filter"

    private static let magic = Array("RCPWFLTR".utf8)
    private static let headerByteCount = 32

    private let file: Data
    private let probes: UInt64
    private let bitCount: UInt64

    init(_ file: Data) throws(Malformation) {
        guard file.prefix(8).elementsEqual(Self.magic) else { throw .foreign }
        guard file.count >= Self.headerByteCount else { throw .damaged }
        guard Self.number(file, 8, 4) == 1 else { throw .version }
        probes = Self.number(file, 12, 4)
        bitCount = Self.number(file, 16, 8)
        let byteCount = UInt64(file.count - Self.headerByteCount)
        guard (1...64).contains(probes), bitCount > 0, byteCount == (bitCount - 1) / 8 + 1 else {
            throw .damaged
        }
        self.file = file
        guard contains(Self.canary) else { throw .damaged }
    }

    /// - Parameter password: in NFC.
    func contains(_ password: String) -> Bool {
        let digest = SHA1Digest.bytes(of: Array(password.utf8))
        let (first, step) = (Self.number(digest, 0, 8), Self.number(digest, 8, 8) | 1)
        return file.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
            (0..<probes).allSatisfy { probe in
                let bit = Int((first &+ probe &* step) % bitCount)
                let byte: UInt8 = bytes[Self.headerByteCount + bit / 8]
                return byte >> UInt8(bit % 8) & 1 == 1
            }
        }
    }

    private static func number(
        _ bytes: some Collection<UInt8>, _ offset: Int, _ count: Int
    ) -> UInt64 {
        UInt64(bigEndianBytes: bytes.dropFirst(offset).prefix(count).reversed())
    }
}
