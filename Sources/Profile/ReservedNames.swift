import RollcallAPI

/// Display names that nobody may choose, because whoever had one would pass for the deployment
/// itself, for those who run it, or for nobody. What looks like one of them falls with it:
/// `NameSkeleton` says what that is.
///
/// An account that had such a name before it was reserved keeps it. To add a word, write it into its
/// group in lower case; a word that people have as a name does not belong here.
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

    private static let skeletons = Set(words.map(NameSkeleton.init(ofReserved:)))

    /// Characters that are looked at: a longer text is no name.
    private static let scanLimit = 30

    /// - Parameter text: whatever was asked for, whether it keeps the other rules or not.
    static func contains(_ text: String) -> Bool {
        guard text.utf8.count <= scanLimit else { return false }
        return skeletons.contains(NameSkeleton(ofReserved: text.lowercased()))
    }
}

extension DisplayName {
    /// Every rule that a text breaks as the new name of somebody who has another.
    static func rulesBroken(byChoosing text: String) -> [Reason] {
        brokenRules(of: text) + (ReservedNames.contains(text) ? [.displayNameReserved] : [])
    }
}
