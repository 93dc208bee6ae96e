import RollcallCrypto

extension DisplayName {
    /// Without those that are easily taken for others.
    private static let letters = Array("abcdefghjkmnpqrstuwxyz23456789")
    private static let generatedLetters = 10

    /// A name that nobody has chosen, such as `user_h4kq9zt2mb`.
    ///
    /// - Throws: `CryptoError.noRandomness`.
    static func generated(_ random: RandomSource) throws -> DisplayName {
        while true {
            // The bytes beyond would make some letters likelier than others; that matters to
            // nobody.
            let text = try random.bytes(generatedLetters).map { letters[Int($0) % letters.count] }
            if let name = DisplayName("user_" + String(text)) { return name }
        }
    }
}
