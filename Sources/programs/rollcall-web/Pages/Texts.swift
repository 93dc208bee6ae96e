import Foundation
import RollcallAPI
import RollcallBasics
import RollcallRPC
import RollcallRules

/// The words of the pages in one language: a JSON object of texts by their keys. What a language
/// lacks is English.
struct Texts: Sendable {
    /// A language tag (BCP 47), such as `de`.
    let language: String
    private let texts: [String: String]

    init(language: String, _ texts: [String: String]) {
        (self.language, self.texts) = (language, texts)
    }

    /// - Returns: the key itself where there is no text, which a test looks for.
    subscript(key: String) -> String { texts[key] ?? key }

    func has(_ key: String) -> Bool { texts[key] != nil }

    /// A text with what it has in braces filled in: `{name}`.
    func callAsFunction(_ key: String, _ values: [String: String]) -> String {
        guard !values.isEmpty else { return self[key] }
        return self[key].replacing(/\{([a-z_]+)\}/) { values[String($0.1)] ?? "" }
    }

    /// What a broken rule asks the reader to do.
    ///
    /// - Parameters:
    ///   - code: of the answer.
    ///   - pauseMs: until it makes sense to try again; 0 if nobody knows.
    func sentence(
        _ reason: Reason, _ code: StatusCode = .unknown, afterMs pauseMs: UInt32 = 0
    ) -> String {
        let isOfSession = reason == .wrongCredentials && code == .permissionDenied
        if isOfSession { return self[Catalogue.wrongPassword] }
        let pause = Pause(milliseconds: Int(pauseMs))
        let later = self(pause.key, ["count": "\(pause.count)"])
        return self(Catalogue.key(ofReason: reason.rawValue), ["later": later])
    }

    /// An instant as people read it.
    func time(_ milliseconds: Int64) -> HTML {
        let seconds = Int(milliseconds / 1000)
        let exact = utcText(seconds, "%Y-%m-%dT%H:%M:%SZ")
        return "<time datetime=\"\(exact)\">\(utcText(seconds, "%Y-%m-%d %H:%M")) UTC</time>"
    }
}
