import RollcallAPI
import RollcallRPC
import Tables

/// A word that an administrator reserves or releases: 1 to 30 characters that display names have.
struct ReservedWord: Sendable, Equatable {
    /// In lower case.
    let text: String
    let skeleton: NameSkeleton
    var isReserved: Bool
    var reason: String = ""
    /// Milliseconds since 1970; 0 for one that is as it comes with the program.
    var changedAt: Int64 = 0

    /// Whether every deployment begins with it.
    var isBuiltIn: Bool { ReservedNames.contains(skeleton) }

    var message: RollcallAPI.ReservedWord {
        RollcallAPI.ReservedWord(
            word: text, isReserved: isReserved, isBuiltIn: isBuiltIn, reason: reason,
            changedAtMs: changedAt)
    }
}

extension ReservedWord {
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(request word: String, isReserved: Bool, reason: String, now: Int64) throws {
        guard !word.isEmpty else {
            throw RPCError.missing("word", "the word is missing")
        }
        let skeleton = try Self.skeleton(of: word).orThrow(
            .malformed(
                "word", "a word has 1 to 30 ASCII letters, digits, _ and ., and not only _ and ."))
        self.init(
            text: word.lowercased(), skeleton: skeleton, isReserved: isReserved,
            reason: try PlainText(reason: reason).text, changedAt: now)
    }

    /// - Returns: `nil` for what is no word.
    static func skeleton(of word: String) -> NameSkeleton? {
        let rules: Set<Reason> = [
            .displayNameMissing, .displayNameTooLong, .displayNameBadCharacter,
        ]
        guard rules.isDisjoint(with: DisplayName.brokenRules(of: word)),
            let skeleton = ReservedNames.skeleton(of: word), !skeleton.text.isEmpty
        else { return nil }
        return skeleton
    }
}
