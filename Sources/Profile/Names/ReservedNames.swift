import RollcallAPI

/// Display names that nobody may choose. A user with such a name could pass for the deployment or its
/// operators, or programs could take the name for something else. Names that look like one of them are
/// reserved, too (`NameSkeleton`).
///
/// An account that had such a name before it was reserved keeps it. Every deployment begins with these
/// words; administrators reserve others, and release some of these (`ProfileStore+ReservedWords`).
/// To add a word, write it into its group in lower case. Do not add a word that people have as a name.
enum ReservedNames {
    static let words =
        // Who runs it.
        [
            "admin", "administrator", "root", "sysadmin", "system", "superuser", "operator",
            "moderator", "staff", "official", "owner",
        ]
        // Whom one asks for help, and who asks for passwords.
        + [
            "support", "help", "helpdesk", "service", "security", "abuse", "billing", "contact",
            "info", "legal", "privacy", "noreply",
        ]
        // RFC 2142 and RFC 6761.
        + [
            "hostmaster", "postmaster", "webmaster", "mailer_daemon", "daemon", "localhost",
            "invalid",
        ]
        // What programs take for something else.
        + [
            "null", "nil", "none", "undefined", "nobody", "anonymous", "everyone", "deleted", "api",
            "me", "self", "www", "login", "logout", "signin", "signup", "settings", "account",
        ]
        // The deployment.
        + ["rollcall", "auth", "profile", "presence"]

    private static let wordsBySkeleton = Dictionary(
        words.map { (NameSkeleton(ofReserved: $0), $0) }, uniquingKeysWith: { first, _ in first })

    /// Their skeletons, and one word of each.
    static var all: [(skeleton: NameSkeleton, word: String)] {
        wordsBySkeleton.map { ($0.key, $0.value) }
    }

    static func contains(_ skeleton: NameSkeleton) -> Bool { wordsBySkeleton[skeleton] != nil }

    static func contains(_ text: String) -> Bool { skeleton(of: text).map(contains) ?? false }

    /// Characters that are looked at: a longer text is no name.
    private static let scanLimit = 30

    /// The skeleton that decides whether a text is reserved; `nil` if the text is longer than any word.
    ///
    /// - Parameter text: any text, also one that breaks other rules of names.
    static func skeleton(of text: String) -> NameSkeleton? {
        guard text.utf8.count <= scanLimit else { return nil }
        return NameSkeleton(ofReserved: text.lowercased())
    }
}
