import Foundation

/// A password in Unicode's normal form NFC, so that it does not depend on how a keyboard composes
/// accents (RFC 8265 §4.2).
///
/// A new one is long enough, and not what everyone knows of its user. There are no rules of
/// composition (NIST SP 800-63B §5.1.1.2). That it is not a common password is for Auth to say.
package struct NormalPassword: Sendable {
    /// In code points after normalisation.
    package static let lengths = 8...256
    /// The most bytes of the text. A longer one is not even normalised: 256 characters are far
    /// shorter in any form.
    private static let longestText = 8192

    package let text: String
    /// The number of code points.
    package let length: Int

    /// - Returns: `nil` for more than `longestText` bytes.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        self.text = text.precomposedStringWithCanonicalMapping
        length = self.text.unicodeScalars.count
    }

    /// - Parameter identities: what an attacker would try first: the e-mail address, and display
    ///   names.
    package static func rulesBroken(
        by text: String, of identities: [String]
    ) -> [ContractReason] {
        guard !text.isEmpty else { return [.passwordMissing] }
        guard let password = NormalPassword(text), password.length <= lengths.upperBound else {
            return [.passwordTooLong]
        }
        var reasons: [ContractReason] = []
        if password.length < lengths.lowerBound { reasons.append(.passwordTooShort) }
        if identities.contains(where: password.isEqual) {
            reasons.append(.passwordSameAsIdentity)
        }
        return reasons
    }

    /// Whether it is the same text, apart from letter case.
    private func isEqual(to text: String) -> Bool {
        self.text.lowercased() == text.precomposedStringWithCanonicalMapping.lowercased()
    }
}
