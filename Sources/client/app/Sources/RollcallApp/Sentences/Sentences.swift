import Foundation
import RollcallRules

/// Sentences for users, in English or German.
///
/// An error has its sentences without more: `error.localizedDescription`. For another language than
/// that of the device, or words of the app's own:
///
/// ```swift
/// let sentences = Sentences(replacing: [.reason(.emailTaken): "This address plays already."])
/// show(sentences(error))
/// ```
public struct Sentences: Sendable {
    public enum Language: String, Sendable, CaseIterable {
        case english = "en"
        case german = "de"

        /// The first of the languages that the user prefers; English if none is among them.
        ///
        /// - Parameter tags: such as `de-AT`, the most wanted first.
        public static func preferred(of tags: [String] = Locale.preferredLanguages) -> Language {
            tags.lazy.compactMap { Language(rawValue: String($0.prefix { !"-_".contains($0) })) }
                .first ?? .english
        }
    }

    private let words: [String: String]
    private let replaced: [Problem: String]

    /// - Parameter replacing: sentences in place of ours. `{later}` in one becomes the time of
    ///   another attempt, such as `in 5 minutes`.
    public init(_ language: Language = .preferred(), replacing: [Problem: String] = [:]) {
        words = Catalogue.languages[language.rawValue] ?? [:]
        replaced = replacing
    }

    /// The sentences for an error.
    public func callAsFunction(_ error: RollcallError, now: Date = Date()) -> String {
        error.problems.map { self($0, retryAt: error.retryAt, now: now) }.joined(separator: " ")
    }

    /// A sentence.
    ///
    /// - Parameter retryAt: the earliest time of another attempt; nil when it is unknown.
    public func callAsFunction(
        _ problem: Problem, retryAt: Date? = nil, now: Date = Date()
    ) -> String {
        let rest = retryAt?.timeIntervalSince(now) ?? 0
        let pause = Pause(milliseconds: rest > 0 ? Int(min(rest, 1e9) * 1000) : 0)
        let later = (words[pause.key] ?? "").replacing("{count}", with: "\(pause.count)")
        let sentence = replaced[problem] ?? words[problem.key] ?? words["reason.other"] ?? ""
        return sentence.replacing("{later}", with: later)
    }
}

/// Its sentences, in the user's language.
extension RollcallError: LocalizedError {
    public var errorDescription: String? { Sentences()(self) }
}
