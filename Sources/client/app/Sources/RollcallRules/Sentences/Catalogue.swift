/// What users are told, in each language, by keys: `reason.emailTaken` for a reason of the
/// contract, `failure.noRoute` for what is no answer of a service, `later` for pauses.
package enum Catalogue {
    /// The sentences, by the tags of their languages.
    package static let languages = ["en": read(english), "de": read(german)]

    /// A line for each: its key, a colon, a space, and the sentence.
    private static func read(_ lines: String) -> [String: String] {
        lines.split(separator: "\n").reduce(into: [:]) { sentences, line in
            guard let colon = line.firstIndex(of: ":") else { return }
            sentences[String(line[..<colon])] = String(line[colon...].dropFirst(2))
        }
    }

    /// The key of a reason's sentence.
    package static func key(ofReason number: Int32) -> String {
        ContractReason(rawValue: number).map { "reason.\($0)" } ?? "reason.other"
    }

    /// The key for WRONG_CREDENTIALS in a session, with PERMISSION_DENIED: there it is known that
    /// the account exists.
    package static let wrongPassword = "reason.wrongPassword"
}
