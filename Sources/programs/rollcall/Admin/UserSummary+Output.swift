import RollcallAPI

extension UserSummary: Listed {
    package var json: JSON {
        json(optional: ["disabled_until_ms", "display_name"], ["email": email])
    }

    /// Some lines.
    var text: String {
        """
        \(email)\(emailVerified ? "" : " (not verified)")\(displayName.isEmpty ? "" : "\ndisplay name \(displayName)")
        user \(userID), \(role.word), signed up \(createdAtMs.timeText)
        \(state), sessions: \(sessionCount)
        """
    }

    static var header: [String] { ["NAME", "E-MAIL", "ROLE", "SINCE", "SESSIONS", "STATE"] }
    static var flexible: [Int] { [1, 0] }

    /// An account without a known display name stands there by its id, so that each row names one.
    var row: [String] {
        [
            displayName.isEmpty ? userID : displayName, email, role.word, createdAtMs.dayText,
            "\(sessionCount)",
            isDisabled ? "disabled" : mustResetPassword ? "must reset" : "enabled",
        ]
    }

    private var state: String {
        let states = [disablement, mustResetPassword ? "must reset the password" : nil]
        let text = states.compactMap(\.self).joined(separator: ", ")
        return text.isEmpty ? "enabled" : text
    }

    private var disablement: String? {
        guard isDisabled else { return nil }
        return disabledUntilMs == 0 ? "disabled" : "disabled until \(disabledUntilMs.timeText)"
    }
}
