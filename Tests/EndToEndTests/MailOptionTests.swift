import Foundation
import Testing

/// What an operator is told whose mail options cannot work: before anything is served.
@Suite struct MailOptionTests {
    private struct Refusal {
        let status: Int32
        let sentence: String
    }

    private func start(_ arguments: [String], in directory: URL) throws -> Refusal {
        let process = Process()
        let errors = Pipe()
        process.executableURL = Products.directory.appending(path: "rollcall-auth")
        process.arguments =
            ["--data", directory.path, "--listen", "unix:\(directory.path)/s"] + arguments
        process.standardError = errors
        try process.run()
        let text = String(
            decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return Refusal(status: process.terminationStatus, sentence: text)
    }

    private func withDirectory(_ body: (URL) throws -> Void) throws {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
    }

    private static let from = ["--mail-from", "rollcall@example.org"]
    private static let smtp = ["--smtp", "smtp://mail.example.org"] + from

    @Test(
        arguments: [
            (["--smtp", "mail.example.org"] + from, "--smtp is of the form"),
            (["--smtp", "smtp://anna:secret@mail.example.org"] + from, "--smtp is of the form"),
            (["--smtp", "smtp://mail.example.org"], "--smtp needs --mail-from"),
            (["--mail-from", "Rollcall <a@b.c>"], "--mail-from is no address"),
            (["--mail-name", ""], "--mail-name is one line"),
            (["--smtp-user", "anna"], "need --smtp"),
            (smtp + ["--smtp-user", "anna"], "need each other"),
            (smtp + ["--smtp-user", "a", "--smtp-password-file", "/nowhere"], "cannot be read"),
            (smtp + ["--smtp-user", "a", "--smtp-password-file", "/etc/passwd"], "one line each"),
            (smtp + ["--smtp-ca", "/nowhere"], "--smtp-ca: /nowhere cannot be read"),
            (smtp + ["--smtp-hello", "a b"], "--smtp-hello is a host name"),
            (["--link-base", "http://example.org"], "http:// is for localhost alone"),
            (["--link-base", "https://bücher.example"], "a host is ASCII"),
            (["--default-locale", "fr"], "fr is the default locale"),
            (["--mail-templates", "/nowhere"], "/nowhere: the directory cannot be read"),
        ] as [([String], String)])
    func whatCannotWorkIsSaidInASentence(arguments: [String], sentence: String) throws {
        try withDirectory { directory in
            let refusal = try start(arguments, in: directory)
            #expect(refusal.status == 78)
            #expect(refusal.sentence.contains(sentence), "\(refusal.sentence)")
            #expect(!refusal.sentence.contains("secret"))
            #expect(refusal.sentence.split(separator: "\n").count == 1)
        }
    }

    @Test func aMistakeInATemplateIsSaidWithItsFileAndLine() throws {
        try withDirectory { directory in
            let file = directory.appending(path: "templates/en/verifyAddress.txt")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("Subject: Hello\n\nYour code: {{kode}}\n".utf8).write(to: file)
            let templates = directory.appending(path: "templates").path
            let refusal = try start(["--mail-templates", templates], in: directory)
            #expect(refusal.status == 78)
            #expect(refusal.sentence.contains("\(file.path):3: there is no {{kode}}"))
        }
    }
}
