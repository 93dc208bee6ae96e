import RollcallBasics

/// The name of a deployment: the `aud` of its tokens (RFC 7519 §4.1.3). A token of another
/// deployment is refused, even where both share a signing key, such as a copy that was made for
/// tests.
package struct DeploymentName: Sendable, Hashable, CustomStringConvertible {
    package static let standard = DeploymentName(unchecked: "rollcall")
    package static let lengths = 1...64

    private let text: String

    /// - Parameter text: 1 to 64 ASCII letters, digits, periods, underscores and hyphens, none of
    ///   which needs an escape sequence in JSON.
    /// - Returns: `nil` for anything else.
    package init?(_ text: String) {
        guard text.isASCIIAlphanumeric(or: "._-"), Self.lengths.contains(text.utf8.count) else {
            return nil
        }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    package var description: String { text }
}
