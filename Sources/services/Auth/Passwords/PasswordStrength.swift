import CZxcvbn
import Glibc

/// How many guesses a password withstands, estimated by zxcvbn (Wheeler, USENIX Security 2016).
///
/// One estimate takes a millisecond at most, whatever the text, so it runs where it is asked for.
struct PasswordStrength: Equatable {
    /// 0 to 4: for fewer than 10³, 10⁶, 10⁸ and 10¹⁰ guesses, and for more.
    let score: Int
    /// Why the longest part that a guesser would try is easy to guess. Nil without such a part.
    let weakness: Weakness?

    enum Weakness: String, CaseIterable {
        /// A word, a common password or a name of many, also with digits in place of letters.
        case dictionary
        /// Something that is known of the user.
        case identity
        case repeated
        /// Such as `abcdef` and `2468`.
        case sequence
        /// Neighbouring keys.
        case keyboard
        case date
    }

    /// Bytes of the text that are looked at. The time grows with the third power of the length: the
    /// dearest text of 64 bytes takes a millisecond, that of 100 four. Bytes beyond could only add
    /// guesses.
    static let textLimit = 64
    /// Texts and words of the user that are looked at, so many bytes of each.
    static let identityLimit = 16

    /// - Parameters:
    ///   - password: in its normal form; of any length.
    ///   - identities: the e-mail address, display names.
    init(of password: String, knowing identities: [String]) {
        // A list of C strings ends with a null pointer.
        var words = Self.words(in: identities).map { UnsafePointer(strdup(Self.cString($0))) }
        words.append(nil)
        var parts: UnsafeMutablePointer<ZxcMatch_t>?
        let bits = ZxcvbnMatch(Self.cString(password[...]), &words, &parts)
        defer {
            ZxcvbnFreeInfo(parts)
            for word in words { free(UnsafeMutablePointer(mutating: word)) }
        }
        score = Self.bitsOfScores.count { bits >= $0 }
        let known = sequence(first: parts) { $0?.pointee.Next }.prefix { $0 != nil }
            .compactMap { $0?.pointee }
            .filter { $0.Length >= Self.shortestPart && Weakness($0.Type) != nil }
        weakness = known.max { $0.Length < $1.Length }.flatMap { Weakness($0.Type) }
    }

    /// The user's texts as they are, and the words in them.
    private static func words(in identities: [String]) -> some Sequence<Substring> {
        var words: [Substring] = []
        for text in identities where words.count < identityLimit {
            words += [text[...]] + text.split { !$0.isLetter }
        }
        return words.filter { $0.utf8.count >= shortestPart }.prefix(identityLimit)
    }

    /// The beginning of a text, which ends with a zero.
    private static func cString(_ text: Substring) -> [CChar] {
        text.utf8.prefix(textLimit).map(CChar.init(bitPattern:)) + [0]
    }

    /// Binary logarithms of 10³, 10⁶, 10⁸ and 10¹⁰.
    private static let bitsOfScores = [9.966, 19.932, 26.575, 33.219]
    /// Shorter parts are in any text.
    private static let shortestPart = 3
}

extension PasswordStrength.Weakness {
    /// - Parameter type: zxcvbn's, with a flag for a part that is repeated.
    fileprivate init?(_ type: ZxcTypeMatch_t) {
        let isRepeated = type.rawValue & MULTIPLE_MATCH.rawValue != 0
        switch ZxcTypeMatch_t(type.rawValue & ~MULTIPLE_MATCH.rawValue) {
        case USER_MATCH, USER_LEET_MATCH: self = .identity
        case REPEATS_MATCH: self = .repeated
        case _ where isRepeated: self = .repeated
        case DICTIONARY_MATCH, DICT_LEET_MATCH: self = .dictionary
        case SEQUENCE_MATCH: self = .sequence
        case SPATIAL_MATCH: self = .keyboard
        case DATE_MATCH, YEAR_MATCH: self = .date
        default: return nil
        }
    }
}
