import Foundation
import RollcallAPI
import RollcallBasics
import TestSupport
import Testing

@testable import rollcall_web

struct LanguagesTests {
    private func language(chosen: String? = nil, accepted: String?) throws -> String {
        try Languages(directory: nil).texts(chosen: chosen, accepted: accepted).language
    }

    @Test(
        arguments: [
            (nil, "en"), ("", "en"), ("de", "de"), ("DE", "de"), ("de-AT", "de"),
            ("de-CH-1996", "de"),
            ("fr", "en"), ("fr, de;q=0.5", "de"), ("en;q=0.4, de;q=0.5", "de"),
            ("de;q=0.4, en;q=0.5", "en"), ("de;q=0", "en"), ("de;q=0, en;q=0", "en"), ("*", "en"),
            ("den", "en"), ("d", "en"), ("de_DE", "en"), ("fr-FR,de-DE;q=0.9,en;q=0.8", "de"),
            ("de ; q=0.1 , en ; q=0.2", "en"), ("de;q=x", "de"), ("de;q=nan", "en"),
            (";;;,,,q=", "en"), ("de,en", "de"), ("en,de", "en"), ("de;q=inf", "de"),
        ] as [(String?, String)])
    func aBrowserGetsTheLanguageThatItAcceptsMost(_ accepted: String?, _ language: String) throws {
        #expect(try self.language(accepted: accepted) == language)
    }

    @Test func aLongListIsNotReadToItsEnd() throws {
        let list = String(repeating: "fr,", count: 20)
        #expect(try language(accepted: list + "de") == "en")
    }

    @Test func whatNoLanguageTagHasIsNotCompared() throws {
        let marks = String(repeating: "\u{301}\u{327}", count: 2000)
        #expect(try language(accepted: "de;q=0.5, x\(marks)") == "en")
    }

    @Test func whatAReaderHasChosenGoesFirst() throws {
        #expect(try language(chosen: "de", accepted: "en") == "de")
        #expect(try language(chosen: "xx", accepted: "de") == "de")
        #expect(try language(chosen: "../de", accepted: nil) == "en")
    }

    @Test func everyLanguageHasTheKeysOfEnglish() throws {
        let texts = try TextFiles()
        #expect(texts.all.keys.sorted() == ["de", "en"])
        for (language, own) in texts.all {
            let (missing, further) = (
                Set(texts.english.keys).subtracting(own.keys),
                Set(own.keys).subtracting(texts.english.keys)
            )
            #expect(missing.isEmpty && further.isEmpty, "\(language): \(missing) \(further)")
        }
    }

    @Test func everyLanguageHasTheValuesOfEnglishInItsTexts() throws {
        let texts = try TextFiles()
        let values = { (text: String) in Set(text.matches(of: /\{[^}]*\}/).map { $0.output }) }
        for (language, own) in texts.all {
            for (key, text) in own {
                #expect(values(text) == values(texts.english[key] ?? ""), "\(language): \(key)")
                #expect(!text.isEmpty, "\(language): \(key)")
            }
        }
    }

    @Test(arguments: ["en", "de"])
    func everyReasonThatAnAppCanMeetHasASentence(_ language: String) throws {
        let texts = try #require(TextFiles().all[language])
        for number: Int32 in 1..<100 {
            let reason = Reason(rawValue: number)
            if case .unrecognized = reason { continue }
            #expect(texts["reason.\(reason)"] != nil, "\(reason)")
        }
    }

    @Test func anOperatorsFileReplacesSomeTexts() async throws {
        try await withDirectory { directory in
            try #"{"name": "Games", "reason.emailTaken": "Vergeben."}"#.write(
                to: directory.appending(path: "de.json"), atomically: true, encoding: .utf8)
            try #"{"language.name": "Français"}"#.write(
                to: directory.appending(path: "fr.json"), atomically: true, encoding: .utf8)
            let languages = try Languages(directory: directory.path)
            let german = languages.texts(chosen: "de", accepted: nil)
            #expect(german["name"] == "Games")
            #expect(german.sentence(.emailTaken) == "Vergeben.")
            #expect(german.sentence(.emailMissing) == "Die E-Mail-Adresse fehlt.")
            #expect(german["sign-in.title"] == "Anmelden")
            #expect(languages.names.map(\.language) == ["en", "de", "fr"])
            #expect(languages.texts(chosen: nil, accepted: "fr")["sign-in.title"] == "Sign in")
        }
    }

    @Test(arguments: ["", "[]", "{", #"{"name": 7}"#, #"{"nmae": "Games"}"#])
    func aFileThatIsNoTextsIsRefused(_ content: String) async throws {
        try await withDirectory { directory in
            try content.write(
                to: directory.appending(path: "en.json"), atomically: true, encoding: .utf8)
            #expect(throws: Unusable.self) {
                try Languages(directory: directory.path)
            }
        }
    }

    @Test func aDirectoryThatIsMissingIsRefused() {
        #expect(throws: Unusable.self) { try Languages(directory: "/nowhere") }
    }
}
