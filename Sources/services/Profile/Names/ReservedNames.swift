/// Display names that users may not choose. A user with such a name could impersonate the
/// deployment or its operators, or programs could misread the name. Names that look like a reserved
/// one are reserved, too (`NameSkeleton`).
///
/// An account keeps a name that it had before the name was reserved. Every deployment begins with
/// these words. Administrators reserve more, and release some of these
/// (`ProfileStore+ReservedWords`). To add a word, write it into its group in lower case. Do not add
/// a word that is a real person's name.
enum ReservedNames {
    static let words =
        // Operators of the deployment.
        [
            "admin", "administrator", "root", "sysadmin", "system", "superuser", "operator",
            "moderator", "staff", "official", "owner",
        ]
        // Help desks, and senders who ask for passwords.
        + [
            "support", "help", "helpdesk", "service", "security", "abuse", "billing", "contact",
            "info", "legal", "privacy", "noreply",
        ]
        // RFC 2142 and RFC 6761.
        + [
            "hostmaster", "postmaster", "webmaster", "mailer_daemon", "daemon", "localhost",
            "invalid",
        ]
        // Names that programs take for a special value.
        + [
            "null", "nil", "none", "undefined", "nobody", "anonymous", "everyone", "deleted", "api",
            "me", "self", "www", "login", "logout", "signin", "signup", "settings", "account",
        ]
        // The deployment.
        + ["rollcall", "auth", "profile", "presence"]

    private static let wordsBySkeleton = Dictionary(
        words.map { (NameSkeleton(ofReserved: $0), $0) }, uniquingKeysWith: { first, _ in first })

    /// The skeletons of all words, with one word for each.
    static var all: [(skeleton: NameSkeleton, word: String)] {
        wordsBySkeleton.map { ($0.key, $0.value) }
    }

    static func contains(_ skeleton: NameSkeleton) -> Bool { wordsBySkeleton[skeleton] != nil }

    static func contains(_ text: String) -> Bool { skeleton(of: text).map(contains) ?? false }

    /// The most bytes of a text that are looked at. A longer text is no name.
    private static let scanLimit = 30

    /// The skeleton that decides whether a text is reserved; `nil` if the text is longer than any
    /// word.
    ///
    /// - Parameter text: any text, also one that breaks other rules of names.
    static func skeleton(of text: String) -> NameSkeleton? {
        guard text.utf8.count <= scanLimit else { return nil }
        return NameSkeleton(ofReserved: text.lowercased())
    }
}
