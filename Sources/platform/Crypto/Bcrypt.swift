import CCrypt

/// bcrypt, by crypt(3): `$2b$10$`, 22 letters of salt and 31 of hash. A `PasswordHash` keeps those
/// letters, not the bytes that they stand for.
package struct Bcrypt: Hashable, Sendable {
    /// `2x` is left out: passwords with accents are easily found for such hashes (CVE-2011-2483).
    static let prefixes = ["2a", "2b", "2y"]
    static let (saltLength, tagLength) = (22, 31)
    static let letters = Set(
        "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    /// bcrypt reads no more of a password. A longer one is never correct: otherwise every text with
    /// the same beginning would be.
    static let longestPassword = 72

    let prefix: String
    /// The binary logarithm of the number of rounds.
    let exponent: Int

    /// - Throws: `PasswordHashError.parametersOutOfBounds`.
    init(prefix: String, exponent: Int) throws(PasswordHashError) {
        self.prefix = prefix
        self.exponent = exponent
        guard (4...20).contains(exponent), work <= HashFunction.mostWork else {
            throw .parametersOutOfBounds
        }
    }

    var work: Int { 120 << exponent }
    var text: String { "$\(prefix)$\(exponent < 10 ? "0" : "")\(exponent)" }

    /// - Returns: nil, in the same time, for a password that bcrypt does not read to its end.
    /// - Throws: `CryptoError.crypt`.
    func tag(of password: [UInt8], salt: [UInt8]) throws -> [UInt8]? {
        var phrase = password.prefix(Self.longestPassword).map(CChar.init(bitPattern:)) + [0]
        defer { phrase.withUnsafeMutableBytes { wipe($0) } }
        let setting = "\(text)$\(String(decoding: salt, as: UTF8.self))"
        var output = [CChar](repeating: 0, count: Int(CRYPT_OUTPUT_SIZE))
        guard rollcall_crypt(phrase, setting, &output) == 1 else { throw CryptoError.crypt }
        let isWhole = password.count <= Self.longestPassword && !password.contains(0)
        let made = output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return isWhole ? Array(made.suffix(Self.tagLength)) : nil
    }
}
