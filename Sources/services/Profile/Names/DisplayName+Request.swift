import RollcallAPI
import RollcallRPC
import RollcallRules

extension DisplayName {
    /// The field `display_name` of a request for a new name. A reserved name passes, unless it
    /// breaks another rule too: `requireFree` refuses it, in the transaction that gives it to a
    /// user.
    ///
    /// - Throws: `RPCError` with one violation per broken rule.
    init(request text: String, _ store: ProfileStore) async throws {
        guard let name = DisplayName(text) else {
            throw Self.refusal(of: text, try await store.rulesBroken(byChoosing: text))
        }
        self = name
    }

    /// A name that an administrator gives: it may be reserved.
    ///
    /// - Throws: `RPCError` with one violation per broken rule.
    init(given text: String) throws {
        guard let name = DisplayName(text) else {
            throw Self.refusal(of: text, Self.brokenRules(of: text))
        }
        self = name
    }

    private static func refusal(of text: String, _ broken: [Reason]) -> RPCError {
        let violations = broken.map {
            Violation(
                reason: $0, field: "display_name", message: sentence(about: $0),
                position: $0 == .displayNameBadCharacter
                    ? DisplayNameRules.badCharacterPosition(in: text).map(UInt32.init) : nil)
        }
        return RPCError.violations(.invalidArgument, violations)
    }

    static func sentence(about reason: Reason) -> String {
        switch reason {
        case .displayNameMissing: "the display name is missing"
        case .displayNameTooShort: "a display name has at least 3 characters"
        case .displayNameTooLong: "a display name has at most 30 characters"
        case .displayNameBadCharacter: "a display name has ASCII letters, digits, _ and . only"
        case .displayNameLeadingPeriod: "a display name does not begin with a period"
        case .displayNameTrailingPeriod: "a display name does not end with a period"
        case .displayNameReserved: "the display name is reserved, or looks like a reserved name"
        default: "a display name does not have two periods in a row"
        }
    }
}
