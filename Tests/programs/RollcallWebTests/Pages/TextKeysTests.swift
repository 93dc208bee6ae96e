import Foundation
import RollcallRules
import Testing

@testable import rollcall_web

/// The keys of texts in the sources: a key that is missing would end the process.
struct TextKeysTests {
    @Test func everyTextThatAPageNamesIsThere() throws {
        let (texts, code) = (try TextFiles().english, try PageSources().code)
        let named = PageSources.keys(in: code)
        #expect(named.count > 20)
        #expect(named.filter { texts[$0] == nil } == [])
    }

    @Test func everyTextIsUsed() throws {
        let (texts, code) = (try TextFiles(withSentences: false).english, try PageSources().code)
        // Literals, and those with a value in them: `"nav.\(name)"`, `"\(label).hint"`.
        let literals = Set(code.matches(of: /"([A-Za-z0-9._-]+)"/).map { String($0.1) })
        let beginnings = code.matches(of: /"([a-z-]+\.)\\\(/).map { String($0.1) }
        let endings = code.matches(of: /"\\\([a-z]+\)(\.[a-z]+)"/).map { String($0.1) }
        let unused = texts.keys.filter { key in
            !literals.contains(key) && !beginnings.contains { key.hasPrefix($0) }
                && !endings.contains {
                    key.hasSuffix($0) && literals.contains(String(key.dropLast($0.count)))
                }
        }
        #expect(unused.sorted() == [])
    }

    /// But for what is done to no account.
    @Test func everyActionOfAuthsLogHasAText() throws {
        let texts = try TextFiles().english
        let file = PageSources.program.appending(
            path: "../../services/Auth/Audit/AuditAction.swift")
        let actions = try String(contentsOf: file, encoding: .utf8)
            .matches(of: /case [A-Za-z]+ = "([a-z.]+)"/).map { String($0.1) }
            .filter { action in
                !["epoch.", "key.", "service.", "users."].contains(where: action.hasPrefix)
            }
        #expect(actions.count > 20)
        #expect(actions.filter { texts["activity.\($0)"] == nil } == [])
    }

    @Test func everyMessageThatAPageLeadsToIsOneAndIsLedTo() throws {
        let (texts, code) = (try TextFiles().english, try PageSources().code)
        let led = Set(code.matches(of: /done=([a-z-]+)/).map { "done.\($0.1)" })
        #expect(led == Set(texts.keys.filter { $0.hasPrefix("done.") }))
    }
}

/// The texts of the program, as they are in its files, and the sentences that apps show, too.
struct TextFiles {
    let all: [String: [String: String]]
    var english: [String: String] { all["en"] ?? [:] }

    init(withSentences: Bool = true) throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: PageSources.program.appending(path: "Texts"), includingPropertiesForKeys: nil)
        all = try Dictionary(
            uniqueKeysWithValues: files.map {
                let texts = try JSONDecoder().decode(
                    [String: String].self, from: Data(contentsOf: $0))
                let language = $0.deletingPathExtension().lastPathComponent
                let sentences = withSentences ? Catalogue.languages[language] ?? [:] : [:]
                return (language, sentences.merging(texts) { $1 })
            })
    }
}

/// The sources of the pages.
struct PageSources {
    static let program = URL(fileURLWithPath: #filePath)
        .appending(path: "../../../../../Sources/programs/rollcall-web").standardized
    let code: String

    init() throws {
        let folder = Self.program.appending(path: "Pages")
        let files = try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        code = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }

    /// The keys that code names as such.
    static func keys(in code: String) -> [String] {
        var keys: [String] = []
        for match in code.matches(of: /texts(?:\[|\()\s*"([^"\\]+)"/) { keys.append("\(match.1)") }
        for match in code.matches(of: /page\(\s*"([^"\\]+)"/) { keys.append("\(match.1)") }
        for match in code.matches(of: /(?:label|hint|button): "([^"\\]+)"/) {
            keys.append("\(match.1)")
        }
        for match in code.matches(of: /errorPage\(\.\w+, "([^"\\]+)"\)/) {
            keys += ["error.\(match.1)", "error.\(match.1).title"]
        }
        for match in code.matches(of: /mailedProof\(([^)]+)\)/) {
            for key in match.1.matches(of: /"([^"\\]+)"/) { keys += ["\(key.1)", "\(key.1).hint"] }
        }
        for list in code.matches(of: /links\(\[([^\]]+)\]/) {
            for match in list.1.matches(of: /: "([^"\\]+)"/) { keys.append("\(match.1)") }
        }
        for match in code.matches(of: /Field\(\s*name: "([^"\\]+)"/) {
            let field = arguments(code[match.range.upperBound...])
            if !field.contains("label:") { keys.append("field.\(match.1)") }
        }
        return keys
    }

    /// What follows up to the parenthesis that closes it.
    private static func arguments(_ code: Substring) -> Substring {
        var depth = 1
        return code.prefix { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return depth > 0
        }
    }
}
