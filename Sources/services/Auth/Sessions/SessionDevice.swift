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
    init(_ request: SignUpRequest) {
        self.init(describing: request.deviceLabel, request.platform, request.appVersion)
    }

    init(_ request: SignUpAnonymouslyRequest) {
        self.init(describing: request.deviceLabel, request.platform, request.appVersion)
    }

    init(_ request: SignInRequest) {
        self.init(describing: request.deviceLabel, request.platform, request.appVersion)
    }

    init(_ request: SignInWithCodeRequest) {
        self.init(describing: request.deviceLabel, request.platform, request.appVersion)
    }

    init(_ request: SignInWithIdentityRequest) {
        self.init(describing: request.deviceLabel, request.platform, request.appVersion)
    }

    init(_ request: SignInWithPasskeyRequest) {
        self.init(describing: request.deviceLabel, request.platform, request.appVersion)
    }

    /// A label of something else, by the same rules.
    static func label(_ text: String) -> String { cleaned(text, limit: 64) }

    private init(describing label: String, _ platform: String, _ appVersion: String) {
        self.label = Self.label(label)
        self.platform = Self.cleaned(platform, limit: 32)
        self.appVersion = Self.cleaned(appVersion, limit: 32)
    }

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
