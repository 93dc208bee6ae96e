import RollcallAPI
import RollcallRPC

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
    /// Unicode scalars of a reason.
    private static let longestReason = 500

    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(request word: String, isReserved: Bool, reason: String, now: Int64) throws {
        guard !word.isEmpty else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "word", "the word is missing")
        }
        guard let skeleton = Self.skeleton(of: word) else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: "word",
                "a word has 1 to 30 ASCII letters, digits, _ and ., and not only _ and .")
        }
        // A scalar has at most four bytes: what has more is refused without counting.
        guard reason.utf8.count <= 4 * Self.longestReason,
            reason.unicodeScalars.count <= Self.longestReason,
            !reason.unicodeScalars.contains(where: \.leavesItsLine)
        else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: "reason",
                "a reason is one line of at most 500 characters, and turns no text around")
        }
        self.init(
            text: word.lowercased(), skeleton: skeleton, isReserved: isReserved, reason: reason,
            changedAt: now)
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

extension Unicode.Scalar {
    /// Whether it ends a line, moves what stands around it, or is no text at all.
    fileprivate var leavesItsLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // What sets the direction of writing (UAX 9 §2).
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}
