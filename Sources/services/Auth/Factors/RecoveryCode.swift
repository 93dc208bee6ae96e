import RollcallBasics
import RollcallCrypto
import RollcallRules

/// A code that signs an account in once, if the owner's app for one-time passwords is lost: 50
/// random bits as ten letters and digits. Printing it shows `<redacted>`.
struct RecoveryCode: Hashable, Sendable {
    /// How many an account gets at once.
    static let count = 10
    private static let length = 10

    /// Of Crockford's alphabet, in lower case.
    let letters: String

    /// - Throws: `CryptoError.noRandomness`.
    init(random: RandomSource) throws {
        letters = String(Base32.readable.encode(try random.bytes(7)).prefix(Self.length))
    }

    /// A code as it was typed or pasted: upper and lower case, O for 0, and I and L for 1 are the
    /// same. White space, invisible characters and dashes count for nothing.
    ///
    /// - Returns: `nil` for what cannot be a code.
    init?(entered text: String) {
        // Checks the length first: a code is short, but the text may be long.
        guard text.utf8.count <= 256 else { return nil }
        let scalars = text.unicodeScalars.filter { !$0.isBlank && !$0.isDash }
        let letters = String(String.UnicodeScalarView(scalars)).lowercased()
            .replacing("o", with: "0").replacing(/[il]/, with: "1")
        guard letters.utf8.count == Self.length, letters.isASCIIAlphanumeric() else { return nil }
        self.letters = letters
    }

    /// As it is shown: two groups of five.
    var text: String { "\(letters.prefix(5))-\(letters.suffix(5))" }
}

extension RecoveryCode: Redacted {}
