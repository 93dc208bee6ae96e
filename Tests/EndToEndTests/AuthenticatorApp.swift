import Foundation
import RollcallBasics
import RollcallCrypto
import Testing

/// Shows the codes of a secret, as an app on a phone does (RFC 6238).
struct AuthenticatorApp {
    private let key: [UInt8]

    /// - Parameter secret: base32, as it is typed into an app.
    init(_ secret: String) throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, pending, bits) = ([UInt8](), 0, 0)
        for letter in secret {
            pending = pending << 5 | (try #require(alphabet.firstIndex(of: letter)))
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(pending >> bits & 255))
        }
        key = bytes
    }

    /// - Parameter steps: of 30 seconds from now.
    func code(_ steps: Int64 = 0) throws -> String {
        let step = Int64(Date().timeIntervalSince1970) / 30 + steps
        let hash = try HMACSHA1.code(for: UInt64(step).bigEndianBytes, key: key)
        let offset = Int(hash[19] & 15)
        let word = UInt32(bigEndianBytes: hash[offset..<offset + 4]) & 0x7fff_ffff
        return String("\(1_000_000 + word % 1_000_000)".dropFirst())
    }
}
