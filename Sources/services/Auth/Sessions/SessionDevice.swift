import Foundation
import RollcallAPI
import RollcallRules

/// What a client says of the device that a session is opened on. Shown to the user, and used for
/// nothing else, as it can be anything. So it is cleaned and cut, and never keeps a user out.
struct SessionDevice: Equatable, Sendable {
    var label = ""
    var platform = ""
    var appVersion = ""
}

extension SessionDevice {
    init(_ request: some DescribesDevice) {
        label = Self.label(request.deviceLabel)
        platform = Self.cleaned(request.platform, limit: 32)
        appVersion = Self.cleaned(request.appVersion, limit: 32)
    }

    /// A label of something else, by the same rules.
    static func label(_ text: String) -> String { cleaned(text, limit: 64) }

    /// - Parameter limit: in code points in NFC. A longer text is cut between two letters, as they
    ///   are seen.
    private static func cleaned(_ text: String, limit: Int) -> String {
        // However long it is, no more is read: in NFC three code points become one at most.
        let shown: [Unicode.Scalar] = text.unicodeScalars.prefix(16 * limit).compactMap {
            guard $0.isMisleading else { return $0 }
            return $0.properties.isWhitespace ? " " : nil
        }
        let normal = String(String.UnicodeScalarView(shown)).precomposedStringWithCanonicalMapping
        var (cut, count) = ("", 0)
        for letter in normal {
            count += letter.unicodeScalars.count
            guard count <= limit else { break }
            cut.append(letter)
        }
        return cut.trimmed
    }
}

/// A request that says what it comes from.
protocol DescribesDevice {
    var deviceLabel: String { get }
    var platform: String { get }
    var appVersion: String { get }
}

extension SignUpRequest: DescribesDevice {}
extension SignUpAnonymouslyRequest: DescribesDevice {}
extension SignInRequest: DescribesDevice {}
extension SignInWithCodeRequest: DescribesDevice {}
extension SignInWithIdentityRequest: DescribesDevice {}
extension SignInWithPasskeyRequest: DescribesDevice {}

extension Unicode.Scalar {
    /// Whether it changes how the text around it is shown: terminals act on control characters, and
    /// marks of direction (Unicode's Bidi_Control) reorder what stands beside them.
    fileprivate var isMisleading: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
