import ArgumentParser
import Foundation
import Glibc
import Testing

@testable import Daemon

/// A program with an option of each kind.
private struct Example: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "example")

    @Option(help: ArgumentHelp("How many at once, 1 to 9.", valueName: "count"))
    var size = 3

    @Option(help: ArgumentHelp("Who is greeted.", valueName: "name"))
    var name: [String] = []

    @Flag(help: "Whether it is loud.")
    var loud = false

    @Flag(inversion: .prefixedNo, help: "Whether it is polite.")
    var polite = true

    @OptionGroup var options: DaemonOptions

    func validate() throws {
        guard (1...9).contains(size) else { throw ValidationError("--size is 1 to 9") }
    }
}

@Suite struct InvocationTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).conf")
    private let needed = ["--data", "/nowhere", "--listen", "unix:/nowhere/s"]

    private func read(
        _ text: String, _ words: [String] = [], environment: [String: String] = [:]
    ) throws -> (command: Example, settings: [Setting]) {
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let (command, settings) = try Invocation<Example>(
            ["--config", file.path] + needed + words, environment: environment
        ).read()
        return (try #require(command as? Example), settings)
    }

    /// What is wrong, without the path of the file.
    private func mistakes(
        _ text: String, _ words: [String] = [], environment: [String: String] = [:]
    ) throws -> [String] {
        let failure = try #require(throws: Failure.self) {
            try read(text, words, environment: environment)
        }
        #expect(failure.exitStatus == EX_CONFIG)
        return failure.sentence.replacing("\(file.path):", with: "").components(separatedBy: "\n")
    }

    /// What one of the three says of the options; nil where it says nothing.
    private struct Layer {
        var size: Int?
        var names: [String]?
        var loud: Bool?
        var polite: Bool?

        init(_ letter: String) {
            if Bool.random() { size = Int.random(in: 1...9) }
            if Bool.random() { names = (0..<Int.random(in: 1...3)).map { "\(letter)\($0)" } }
            if Bool.random() { loud = Bool.random() }
            if Bool.random() { polite = Bool.random() }
        }

        private func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

        var lines: String {
            var lines = names?.map { "name=\($0)" } ?? []
            if let size { lines.append("  size =  \(size)\t") }
            if let loud { lines.append("loud = \(word(loud))") }
            if let polite { lines.append("polite = \(word(polite))") }
            lines += ["", "# size = 100", "   #loud"]
            return lines.shuffled().joined(separator: "\n")
        }

        var environment: [String: String] {
            var all = ["ROLLCALLD_NOTHING": "x", "SIZE": "100"]
            all["ROLLCALLD_SIZE"] = size.map { "\($0)" }
            all["ROLLCALLD_NAME"] = names?.joined(separator: " ")
            all["ROLLCALLD_LOUD"] = loud.map(word)
            all["ROLLCALLD_POLITE"] = polite.map(word)
            return all
        }

        /// A command line cannot take a flag back.
        mutating func asWords() -> [String] {
            if loud == false { loud = nil }
            var words = names?.flatMap { ["--name", $0] } ?? []
            if let size { words += Bool.random() ? ["--size", "\(size)"] : ["--size=\(size)"] }
            if loud != nil { words.append("--loud") }
            if let polite { words.append(polite ? "--polite" : "--no-polite") }
            return words
        }
    }

    @Test func ofFileEnvironmentAndCommandLineTheLastThatNamesAnOptionIsHeard() throws {
        for _ in 0..<50 {
            let (inFile, around) = (Layer("f"), Layer("e"))
            var last = Layer("c")
            let words = last.asWords()
            let (command, settings) = try read(
                inFile.lines, words, environment: around.environment)
            let expected = (
                last.size ?? around.size ?? inFile.size ?? 3,
                last.names ?? around.names ?? inFile.names?.sorted() ?? [],
                last.loud ?? around.loud ?? inFile.loud ?? false,
                last.polite ?? around.polite ?? inFile.polite ?? true
            )
            let names =
                last.names == nil && around.names == nil
                ? command.name.sorted() : command.name
            #expect((command.size, names, command.loud, command.polite) == expected)

            // Printed and read again it says the same.
            let printed = ConfigurationText(
                program: "example", options: KnownOption.all(of: Example.self)
            ).file(saying: settings)
            let again = try read(printed, words)
            #expect(again.settings.differences(from: settings).isEmpty)
        }
    }

    @Test func aPrintedFileExplainsEveryOptionAndChangesNothing() throws {
        let printed = try Invocation<Example>([], environment: [:]).explainedFile()
        for text in [
            "\n# How many at once, 1 to 9. (count)\n#size = 3\n",
            "\n# Who is greeted. (name)\n#name = <name>\n",
            "\n# Whether it is loud.\n#loud = no\n", "\n# Whether it is polite.\n#polite = yes\n",
            "\n#log-level = info\n", "\n#tls-key = <file>\n", "\n#data = <directory>\n",
        ] {
            #expect(printed.contains(text), "\(text)")
        }
        for word in ["config", "check", "print-config", "help", "version", "no-polite"] {
            #expect(!printed.contains("\n#\(word) ="))
        }
        #expect(printed.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(try read(printed).settings.isEmpty)
    }

    @Test func eachMistakeIsNamedWithItsLine() throws {
        let found = try mistakes(
            """
            # The options.
            sise = 4
            loud = perhaps
            size
            size = 10

            name = ann
            log-level = loud
            polite = no
            polite = yes
            """, environment: ["ROLLCALLD_PLAINTEXT": "1"])
        let expected = [
            "2: there is no option sise", "3: loud is yes or no",
            "4: a line is OPTION = VALUE, or begins with #", "10: polite has a value already, at 9",
            "$ROLLCALLD_PLAINTEXT: plaintext is yes or no",
            "8: The value 'loud' is invalid for '--log-level <level>'",
            "5: --size is 1 to 9",
        ]
        #expect(found.count == expected.count)
        for (line, start) in zip(found, expected) { #expect(line.hasPrefix(start), "\(line)") }
    }

    @Test func ofAnOptionThatStandsThereTwiceTheWrongLineIsNamed() throws {
        let found = try mistakes("trusted-proxy = 10.0.0.0/8\ntrusted-proxy = ten\nname = ten\n")
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("2: The value 'ten' is invalid"), "\(found)")
    }

    @Test(arguments: [
        ("listen = 127.0.0.1:70\nlisten = 127.0.0.1:70000", 2),
        ("deployment = listen\ntls-ca = /nowhere/ca.pem\nname = bad\nlisten = bad", 4),
        ("data = /nowhere\nlisten = 192.0.2.1:70", 2),
        ("deployment = 127\nlisten = 127.0.0.1:x", 2),
    ])
    func aValueIsNotTakenForAnother(text: String, line: Int) throws {
        let failure = try #require(throws: Failure.self) {
            try Data(text.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            _ = try Invocation<Example>(["--config", file.path], environment: [:]).read()
        }
        #expect(failure.sentence.hasPrefix("\(file.path):\(line): "), "\(failure.sentence)")
    }

    @Test func aFileIsExplainedWithoutTheEnvironment() throws {
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("name = ann\nname = bob\n".utf8).write(to: file)
        let printed = try Invocation<Example>(
            ["--config", file.path, "--name", "zoe"], environment: ["ROLLCALLD_SIZE": "5"]
        ).explainedFile()
        #expect(printed.contains("\nname = ann\nname = bob\n") && printed.contains("\n#size = 3\n"))
        #expect(!printed.contains("zoe"))
    }

    /// The command line's own is said as without a file.
    @Test func aMistakeOfTheCommandLineIsNotTheFiles() throws {
        for words in [["--size", "0"], ["--listen", "bad"]] {
            #expect {
                try read("deployment = bad\nsize = 4", words)
            } throws: { error in
                !(error is Failure) && Example.exitCode(for: error) == .validationFailure
            }
        }
    }

    @Test func whatAnOperatorWritesInOtherWaysIsRefusedOrMeansWhatItSays() throws {
        #expect(try read("name = a = b#c").command.name == ["a = b#c"])
        #expect(try mistakes("name = ann # c") == ["1: a comment has a line of its own"])
        #expect(try mistakes("name = \"ann\"") == ["1: a value has no quotes around it"])
        #expect(try read("name = --loud").command.name == ["--loud"])
        #expect(try read("# x\r\nsize = 4\r\n").command.size == 4)
        #expect(
            try read(
                "name = ${CREDENTIALS_DIRECTORY}/key",
                environment: ["CREDENTIALS_DIRECTORY": "/run/credentials/x"]
            ).command.name == ["/run/credentials/x/key"])
        #expect(try mistakes("Size = 4") == ["1: there is no option Size"])
        #expect(try mistakes("--size = 4") == ["1: there is no option --size"])
        #expect(try mistakes("config = /etc/x") == ["1: there is no option config"])
        #expect(try mistakes("name =") == ["1: Missing value for '--name <name>'"])
        #expect(try mistakes("= 4") == ["1: there is no option "])
    }

    @Test func anyBytesAreReadOrRefused() throws {
        var bytes = Array("size = 4\nname = ann\nloud = yes\n# x\npolite = no\n".utf8)
        let invocation = Invocation<Example>(["--config", file.path] + needed, environment: [:])
        for _ in 0..<500 {
            bytes[Int.random(in: bytes.indices)] = UInt8.random(in: 0...255)
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(bytes).write(to: file)
            do {
                _ = try invocation.read()
            } catch {
                #expect(error is Failure, "\(error)")
            }
        }
    }

    @Test func aFileThatIsNoneIsRefused() throws {
        for (path, reason) in [
            ("/nowhere/x", "cannot be read"), ("/tmp", "cannot be read"),
            ("/bin/sh", "is no text in UTF-8 of at most 1 MiB"),
        ] {
            let failure = try #require(throws: Failure.self) {
                try Invocation<Example>(["--config=\(path)"] + needed, environment: [:]).read()
            }
            #expect(failure == .configuration("--config: \(path) \(reason)"))
        }
    }
}
