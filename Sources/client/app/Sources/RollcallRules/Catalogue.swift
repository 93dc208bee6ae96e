import Foundation

/// The sentences for users, in each language, by keys: `reason.emailTaken` for a reason of the
/// contract, `failure.noRoute` for what is no answer of a service, `later` for pauses.
package enum Catalogue {
    /// The sentences, by the tags of their languages.
    package static let languages = texts.mapValues { json in
        (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
    }

    /// The key of a reason's sentence.
    package static func key(ofReason number: Int32) -> String {
        ContractReason(rawValue: number).map { "reason.\($0)" } ?? "reason.other"
    }

    /// The key for WRONG_CREDENTIALS in a session, with PERMISSION_DENIED: there it is known that
    /// the account exists.
    package static let wrongPassword = "reason.wrongPassword"
}
