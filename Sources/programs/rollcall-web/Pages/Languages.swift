import Foundation
import RollcallBasics
import RollcallRules

/// The languages of the pages: those of the program, and what an operator's directory says in their
/// place (`en.json`, `de.json`, or further languages).
struct Languages: Sendable {
    private let texts: [Texts]

    /// - Parameter directory: an operator's own texts; nil for none.
    /// - Throws: `Unusable`.
    init(directory: String?) throws {
        // The sentences for reasons, which apps show, too.
        var found = Catalogue.languages.mapValues { texts in
            texts.filter { !$0.key.hasPrefix("failure.") }
        }
        for (language, bytes) in [
            ("en", PackageResources.en_json), ("de", PackageResources.de_json),
        ] {
            let own = try Self.read(Data(bytes), "\(language).json")
            found[language, default: [:]].merge(own) { $1 }
        }
        let english = found["en"] ?? [:]
        for file in try directory.map(Self.files) ?? [] {
            let own = try Self.read(
                FileManager.default.contents(atPath: file.path) ?? Data(), file.path)
            for key in own.keys where english[key] == nil {
                throw Unusable("\(file.path): there is no text \"\(key)\"")
            }
            found[file.language, default: [:]].merge(own) { $1 }
        }
        // English first: readers of other languages get it.
        let others = found.keys.filter { $0 != "en" }.sorted()
        texts = (["en"] + others).map { language in
            Texts(language: language, (found["en"] ?? [:]).merging(found[language] ?? [:]) { $1 })
        }
    }

    /// - Parameters:
    ///   - chosen: what the reader has chosen, if anything.
    ///   - accepted: the field `Accept-Language` (RFC 9110 §12.5.4).
    func texts(chosen: String?, accepted: String?) -> Texts {
        let chosen = chosen.flatMap { chosen in texts.first { $0.language == chosen } }
        return chosen ?? Self.wanted(accepted ?? "").lazy.compactMap { tag in
            texts.first { tag == $0.language || tag.hasPrefix("\($0.language)-") }
        }.first ?? texts[0]
    }

    /// The languages, with their own names.
    var names: [(language: String, name: String)] {
        texts.map { ($0.language, $0["language.name"]) }
    }

    /// The language tags of `Accept-Language`, the most wanted first.
    private static func wanted(_ field: String) -> [String] {
        // A tag has no other letters, and those take long to compare: see `FormFields`.
        let field = field.utf8.allSatisfy { $0 < 0x80 } ? field.lowercased() : ""
        return field.split(separator: ",").prefix(20).enumerated().map { index, range in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (parts.first ?? "", weight, index)
        }
        .filter { $0.1 > 0 }
        .sorted { ($1.1, $0.2) < ($0.1, $1.2) }
        .map(\.0)
    }

    private static func files(in directory: String) throws -> [(path: String, language: String)] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw Unusable("\(directory): the directory cannot be read")
        }
        return names.filter { $0.hasSuffix(".json") }.sorted()
            .map { ("\(directory)/\($0)", String($0.dropLast(5))) }
    }

    private static func read(_ data: Data, _ path: String) throws -> [String: String] {
        do {
            return try JSONDecoder().decode([String: String].self, from: data)
        } catch {
            throw Unusable("\(path): not a JSON object of texts: \(error)")
        }
    }
}
