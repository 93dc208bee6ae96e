import RollcallAPI
import RollcallRPC
import Storage

/// Words that nobody gets as a display name. Only what differs from `ReservedNames` is stored.
extension ProfileStore {
    /// How many words may be stored.
    static let reservedWordLimit = 10_000

    /// Every rule that a text breaks as a new name.
    func rulesBroken(byChoosing text: String) async throws -> [Reason] {
        let isReserved = try await isReserved(text)
        return DisplayName.brokenRules(of: text) + (isReserved ? [.displayNameReserved] : [])
    }

    private func isReserved(_ text: String) async throws -> Bool {
        guard let skeleton = ReservedNames.skeleton(of: text) else { return false }
        return try await first(Self.verdictOnWord, skeleton.text)
            ?? ReservedNames.contains(skeleton)
    }

    /// Reserves or releases a word.
    ///
    /// - Throws: `RPCError` (TOO_MANY).
    func set(_ word: ReservedWord) async throws -> ReservedWord {
        try await write { transaction in
            guard word.isReserved != word.isBuiltIn else {
                // As it is without a row.
                try transaction.run(Self.forgetWord, word.skeleton.text)
                return ReservedWord(
                    text: word.text, skeleton: word.skeleton, isReserved: word.isReserved)
            }
            let isSet = try transaction.run(
                Self.setWord, word.skeleton.text, word.text, word.isReserved, word.reason,
                word.changedAt, Self.reservedWordLimit)
            guard isSet == 1 else {
                throw RPCError.violation(
                    .resourceExhausted, .tooMany, field: "word",
                    "\(Self.reservedWordLimit) words differ from those that Rollcall comes with; undo some first"
                )
            }
            return word
        }
    }

    /// The words behind a skeleton, in the order of their skeletons: those that are reserved, and
    /// those of `ReservedNames` that were released.
    func reservedWords(after: String, limit: Int) async throws -> [ReservedWord] {
        let (stored, changed) = try await read { snapshot in
            let words = SQLList(ReservedNames.all.map(\.skeleton.text))
            let changed = try snapshot.all(Self.verdictsOnWords, words).map(\.skeleton)
            return (try snapshot.all(Self.wordPage, after, limit), Set(changed))
        }
        let builtIn = ReservedNames.all
            .filter { $0.skeleton.text > after && !changed.contains($0.skeleton.text) }
            .map { ReservedWord(text: $0.word, skeleton: $0.skeleton, isReserved: true) }
        let words = (stored + builtIn).sorted { $0.skeleton.text < $1.skeleton.text }
        return Array(words.prefix(limit))
    }
}

extension ProfileStore {
    static let verdictOnWord = Query<Bool, String>(
        "SELECT isReserved FROM reservedWord WHERE skeleton = $1")

    /// Those of some words that administrators have reserved or released.
    static let verdictsOnWords = Query<
        (skeleton: String, isReserved: Bool), SQLList<String>
    >(
        "SELECT skeleton, isReserved FROM reservedWord WHERE skeleton = ANY($1)"
    ) { try ($0.next(), $0.next()) }

    static let wordPage = Query<ReservedWord, String, Int>(
        """
        SELECT skeleton, word, isReserved, reason, changedAtMs FROM reservedWord
        WHERE skeleton > $1 ORDER BY skeleton LIMIT $2
        """
    ) { columns in
        let skeleton = try NameSkeleton(stored: columns.next())
        return try ReservedWord(
            text: columns.next(), skeleton: skeleton, isReserved: columns.next(),
            reason: columns.next(), changedAt: columns.next())
    }

    private static let setWord = Command<String, String, Bool, String, Int64, Int>(
        """
        INSERT INTO reservedWord (skeleton, word, isReserved, reason, changedAtMs)
        SELECT $1, $2, $3, $4, $5
        WHERE EXISTS (SELECT 1 FROM reservedWord WHERE skeleton = $1)
            OR (SELECT count(*) FROM reservedWord) < $6
        ON CONFLICT (skeleton) DO UPDATE SET word = excluded.word,
            isReserved = excluded.isReserved, reason = excluded.reason,
            changedAtMs = excluded.changedAtMs
        """)

    private static let forgetWord = Command<String>(
        "DELETE FROM reservedWord WHERE skeleton = $1")
}
