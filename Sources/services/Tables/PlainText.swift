import RollcallAPI
import RollcallRPC
import RollcallRules

/// Text that people write for others to read, in its normal form: `TextRule`.
package struct PlainText: Sendable, Equatable {
    package let text: String

    /// - Parameter field: of the request, for the error.
    /// - Throws: `RPCError` (FIELD_MALFORMED), with what is wrong.
    package init(_ text: String, _ rule: TextRule, field: String) throws {
        do {
            self.text = try rule.normal(text)
        } catch {
            throw RPCError.malformed(field, "\(field) \(error.rule)")
        }
    }

    /// - Parameter longest: code points in NFC.
    /// - Throws: `RPCError` (FIELD_MALFORMED), with what is wrong.
    package init(
        _ text: String, _ form: TextRule.Form = .oneLine, field: String, longest: Int
    ) throws {
        try self.init(text, TextRule(form, longest: longest), field: field)
    }
}

extension PlainText {
    /// The longest reason, in code points.
    package static let longestReason = 500

    /// Why an administrator has done something: one line of at most 500 characters, or nothing.
    ///
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    package init(
        reason: String, field: String = "reason", longest: Int = longestReason
    ) throws {
        try self.init(reason, field: field, longest: longest)
    }

    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    package init(requiredReason reason: String, longest: Int = longestReason) throws {
        guard !reason.isEmpty else {
            throw RPCError.missing("reason", "the reason is missing")
        }
        try self.init(reason: reason, longest: longest)
    }
}
