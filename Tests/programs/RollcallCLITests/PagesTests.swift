import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import rollcall

/// What the operator's pages say: their commands, and where their links lead.
struct PagesTests {
    private static let repository = URL(filePath: #filePath)
        .appending(path: "../../../..").standardizedFileURL

    private static func pages(in directory: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "md" }
    }

    /// The lines of code of a page, and its code between backticks, which may go on in the next
    /// line.
    private static func code(of page: URL) throws -> [String] {
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```").enumerated().flatMap { index, part in
            index % 2 == 1
                ? part.replacing("\\\n", with: " ").components(separatedBy: "\n")
                : part.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map {
                    $0.element.replacing("\n", with: " ")
                }
        }
    }

    /// The words of a command of the command line; nil for other code, and for what stands for
    /// several.
    private static func words(of code: String) -> [String]? {
        let command = code.prefix { $0 != "#" && $0 != ";" }
        guard command.hasPrefix("rollcall "), command.utf8.allSatisfy({ $0 < 128 && $0 != 0x7C })
        else { return nil }
        // Every second part is in quotation marks.
        var words: [String] = []
        for (index, part) in command.components(separatedBy: "'").enumerated() {
            words += index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
        }
        let id = "0197a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"
        return words.dropFirst().map { $0 == "ID" ? id : $0 }
    }

    @Test func everyCommandOfThePagesCanBeRead() throws {
        let pages = try Self.pages(in: Self.repository.appending(path: "deploy"))
        var count = 0
        for page in pages + [Self.repository.appending(path: "README.md")] {
            for words in try Self.code(of: page).compactMap(Self.words) {
                count += 1
                do {
                    _ = try Rollcall.parseAsRoot(words)
                } catch {
                    let message = Rollcall.fullMessage(for: error)
                    // A sentence may name a command without its arguments, and `--help` is no
                    // error.
                    let isFine =
                        Rollcall.exitCode(for: error) == .success
                        || message.contains("Missing expected")
                    #expect(isFine, "\(page.lastPathComponent): \(words): \(message)")
                }
            }
        }
        #expect(count > 40)
    }

    /// Installed as install.md says.
    @Test func everyLinkOfTheInstalledPagesLeadsToAFile() throws {
        let directory = try TemporaryDirectory()
        let place = "/usr/share/doc/rollcall"
        let install = Self.repository.appending(path: "deploy/install.md")
        let commands = try Self.code(of: install).filter { $0.contains(place) }
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.currentDirectoryURL = Self.repository
        shell.arguments = [
            "-euc",
            commands.joined(separator: "\n").replacing(place, with: "\(directory.path)/doc"),
        ]
        try shell.run()
        shell.waitUntilExit()
        try #require(shell.terminationStatus == 0)
        let pages = try Self.pages(in: URL(filePath: "\(directory.path)/doc"))
        #expect(pages.count > 5)
        for page in pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: /\]\(([^)#:\s]+)(#[^)]*)?\)/) {
                let target = page.deletingLastPathComponent().appending(path: match.1)
                #expect(
                    FileManager.default.fileExists(atPath: target.path),
                    "\(page.lastPathComponent): \(match.1)")
            }
        }
    }
}
