/// Whether the user could have a display name.
public enum DisplayNameVerdict: Sendable, Equatable {
    case free
    /// It is the user's own, perhaps in another case.
    case own
    /// Another user has it, or one that looks like it.
    ///
    /// - Parameter suggestions: up to five similar names that are free.
    case taken(suggestions: [String])
    /// It breaks these rules. Each violation's field is `display_name`.
    case notAllowed([Violation])
}

extension DisplayNameVerdict {
    init(_ answer: CheckDisplayNameResponse, isOwn: Bool) {
        if isOwn {
            self = .own
        } else if answer.isAvailable {
            self = .free
        } else if answer.reasons == [.displayNameTaken] {
            self = .taken(suggestions: answer.suggestions)
        } else {
            self = .notAllowed(
                answer.reasons.map { reason in
                    var violation = Violation()
                    (violation.reason, violation.field) = (reason, "display_name")
                    if reason == .displayNameBadCharacter { violation.position = answer.position }
                    return violation
                })
        }
    }
}
