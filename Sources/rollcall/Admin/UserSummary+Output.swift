import RollcallAPI

extension UserSummary {
    var adminJSON: JSON {
        .object([
            "user_id": .string(userID), "email": .string(email), "role": .string(role.text),
            "created_at_ms": .number(createdAtMs), "is_disabled": .bool(isDisabled),
            "disabled_until_ms": disabledUntilMs == 0 ? .null : .number(disabledUntilMs),
            "must_reset_password": .bool(mustResetPassword),
            "session_count": .number(Int64(sessionCount)),
            "email_verified": .bool(emailVerified),
            "display_name": .optional(displayName),
        ])
    }

    /// Some lines.
    var adminText: String {
        """
        \(email)\(emailVerified ? "" : " (not verified)")\(displayName.isEmpty ? "" : "\ndisplay name \(displayName)")
        user \(userID), \(role.text), signed up \(createdAtMs.timeText)
        \(state), sessions: \(sessionCount)
        """
    }

    static let header = ["NAME", "E-MAIL", "ROLE", "SINCE", "SESSIONS", "STATE"]

    /// An account without a known display name stands there by its id, so that each row names one.
    var row: [String] {
        [
            displayName.isEmpty ? userID : displayName, email, role.text, createdAtMs.dayText,
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

extension Role {
    var text: String {
        switch self {
        case .user: "user"
        case .admin: "admin"
        default: "unknown"
        }
    }
}
