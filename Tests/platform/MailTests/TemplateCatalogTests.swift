import Foundation
import TestSupport
import Testing

@testable import Mail

@Suite struct TemplateCatalogTests {
    private static let kinds: TemplateCatalog.Kinds = [
        "code": (allowed: ["code"], required: ["code"]), "note": (allowed: [], required: []),
    ]

    private func catalog(
        _ files: [String: String], defaultLocale: String = "en"
    ) throws -> TemplateCatalog {
        let sources = files.map { path, text in
            let parts = path.split(separator: "/").map(String.init)
            return TemplateCatalog.Source(locale: parts[0], name: parts[1], text: text)
        }
        return try TemplateCatalog(sources, kinds: Self.kinds, defaultLocale: defaultLocale)
    }

    private static let whole = [
        "en/code.txt": "Subject: en\n\n{{code}}", "en/note.txt": "Subject: en\n\nx",
        "de/code.txt": "Subject: de\n\n{{code}}", "de-AT/code.txt": "Subject: AT\n\n{{code}}",
        "en/code.html": "<p>{{code}}</p>",
    ]

    @Test(arguments: [
        ("de-AT", "AT"), ("de-at", "AT"), ("de_AT", "AT"), ("de-AT-1996", "AT"), ("de-CH", "de"),
        ("de", "de"), ("fr", "en"), ("", "en"), ("d", "en"), ("deu", "en"), ("../en", "en"),
        ("de/../../etc", "en"), ("-", "en"), ("de\0", "en"),
        (String(repeating: "de-", count: 1000), "de"),
    ])
    func aMailIsInTheNearestLanguage(locale: String, expected: String) throws {
        let words = try catalog(Self.whole).words("code", locale: locale, ["code": "1"])
        #expect(words?.subject == expected)
        #expect((words?.html != nil) == (expected == "en"))
    }

    @Test func aKindThatALanguageLacksIsInTheDefault() throws {
        #expect(try catalog(Self.whole).words("note", locale: "de-AT", [:])?.subject == "en")
    }

    @Test func theDefaultLocaleHasEveryKind() throws {
        var files = Self.whole
        files["en/note.txt"] = nil
        let missing = #expect(throws: TemplateError.self) { try catalog(files) }
        #expect(
            missing?.description
                == "en/note.txt: the file is missing, and en is the default locale")
        #expect(throws: TemplateError.self) { try catalog(Self.whole, defaultLocale: "de") }
        #expect(throws: TemplateError.self) { try catalog(Self.whole, defaultLocale: "fr") }
    }

    @Test(arguments: ["en/cod.txt", "en/code.text", "en/code", "en/code.txt.bak", "fr/code.html"])
    func aFileThatWouldNeverBeUsedIsAnError(path: String) {
        #expect(throws: TemplateError.self) {
            try catalog(Self.whole.merging([path: "Subject: s\n\n{{code}}"]) { $1 })
        }
    }

    @Test func templatesAreReadFromADirectory() async throws {
        try await withDirectory { directory in
            for (path, text) in Self.whole {
                let file = URL(fileURLWithPath: "\(directory.path)/\(path)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            let read = { try TemplateDirectory.read(directory.path) }
            let catalog = try TemplateCatalog(read(), kinds: Self.kinds, defaultLocale: "en")
            #expect(catalog.words("code", locale: "de", ["code": "1"])?.subject == "de")
            let broken = URL(fileURLWithPath: "\(directory.path)/de/code.txt")
            try Data("Subject: s\n\n{{x}}".utf8).write(to: broken)
            let error = #expect(throws: TemplateError.self) {
                try TemplateCatalog(read(), kinds: Self.kinds, defaultLocale: "en")
            }
            #expect(error?.description.hasPrefix("\(directory.path)/de/code.txt:3: ") == true)
            for bytes in [Data([0xff]), Data(count: TemplateDirectory.longestFile + 1), Data()] {
                try bytes.write(to: broken)
                #expect(throws: TemplateError.self) { try read() }
            }
        }
        #expect(throws: TemplateError.self) { try TemplateDirectory.read("/nowhere") }
    }
}
