import Foundation
import TestSupport
import Testing

@testable import Mail

/// A Python program that is spoken to by lines.
final class PythonProgram: Sendable {
    struct Failed: Error {
        let sentence: String
    }

    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    /// - Parameter script: beside this file.
    init(_ script: String, arguments: [String] = [], python: String) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [tests.appending(path: script).path] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
    }

    func readLine() throws -> String {
        var bytes: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
            guard byte != UInt8(ascii: "\n") else {
                return String(decoding: bytes, as: UTF8.self)
            }
            bytes.append(byte)
        }
        throw Failed(sentence: "the program has ended")
    }

    func write(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends the program's input.
    ///
    /// - Returns: what it has still to say.
    func finish() throws -> [String] {
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// What Python's email module finds in a mail.
struct ReadMail: Decodable, Equatable {
    var names: [String]
    var sender: String
    var senderName: String
    var recipient: String
    var subject: String
    var id: String
    var date: Int64
    var text: String?
    var html: String?
    var defects: [String]

    static func all(_ mails: [[UInt8]]) throws -> [ReadMail] {
        let peer = try PythonProgram("peer.py", python: "/usr/bin/python3")
        let decoder = JSONDecoder()
        let found = try mails.map { mail in
            try peer.write(Data(mail).base64EncodedString())
            return try decoder.decode(ReadMail.self, from: Data(try peer.readLine().utf8))
        }
        #expect(try peer.finish() == [])
        return found
    }
}

extension MailMessage {
    static func test(
        id: String = "0193", sender: String = "rollcall@example.org", name: String = "Rollcall",
        recipient: String = "anna@example.com", subject: String = "Hello", text: String = "Hello\n",
        html: String? = nil
    ) throws -> MailMessage {
        MailMessage(
            id: id, sender: try #require(MailAddress(sender)), senderName: try HeaderText(name),
            recipient: try #require(MailAddress(recipient)), subject: try HeaderText(subject),
            text: text, html: html, date: 1_800_000_000_000)
    }
}

extension TestNumbers {
    /// A text of pieces that have broken mailers and readers before.
    mutating func hostileText(pieces: Int = 8) -> String {
        let stock = [
            "\r\nBcc: eve@example.com", "\n", "\r", "\0", "\r\n.\r\n", "\r\n\r\n", "\u{2028}",
            "\u{85}", "\u{202e}txt", "\u{200b}", "{{code}}", "{{", "}}", "=?utf-8?B?aGk=?=",
            "<script>", "\"'&", "ä", "👩‍👩‍👧", "e\u{301}", " ", "\t", ".", "--=_0193", "=3D", "=",
            "a", "From ", "\u{feff}", "\u{1b}[31m", "\\", "%0d%0a", "Subject: x",
            String(repeating: "x", count: 80),
        ]
        return (0..<Int.random(in: 0...pieces, using: &self))
            .map { _ in stock.randomElement(using: &self) ?? "" }.joined()
    }
}
