import Foundation
import TestSupport
import Testing

@testable import QRDrawing

/// A QR code is read by ZBar, a reader of others.
struct QRCodeTests {
    static let texts = [
        "otpauth://totp/Example:anna@example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Example",
        "a", String(repeating: "otpauth://", count: 27),
    ]

    @Test(arguments: texts) func aReaderFindsTheTextOnAPage(text: String) async throws {
        let svg = try #require(QRCode(text)).svg(label: "QR code")
        try await withDirectory { directory in
            let file = directory.appending(path: "qr.svg")
            let picture = directory.appending(path: "qr.png").path
            try Data(svg.utf8).write(to: file)
            _ = try output(of: "rsvg-convert", "--width=600", "--output=\(picture)", file.path)
            #expect(try read(picture) == text)
        }
    }

    /// The lines are painted as a terminal would, on a background of their own.
    @Test(arguments: texts) func aReaderFindsTheTextInATerminal(text: String) async throws {
        let code = try #require(QRCode(text))
        let lines = try #require(code.terminalText())
        let rows = lines.split(separator: "\n").flatMap { line in
            let cells = line.dropFirst("\u{1B}[38;5;16;48;5;231m".count).dropLast(4)
            return ["█▀", "█▄"].map { inked in cells.map { inked.contains($0) } }
        }
        let (side, scale) = (rows[0].count, 8)
        var picture = Array("P5 \(side * scale) \(rows.count * scale) 255\n".utf8)
        for row in rows {
            let line = row.flatMap { [UInt8](repeating: $0 ? 0 : 255, count: scale) }
            for _ in 0..<scale { picture += line }
        }
        try await withDirectory { directory in
            let file = directory.appending(path: "qr.pgm")
            try Data(picture).write(to: file)
            #expect(try read(file.path) == text)
        }
    }

    @Test func everyLineOfATerminalHasTheSameWidthAndItsOwnColours() throws {
        let code = try #require(QRCode(Self.texts[0]))
        let lines = try #require(code.terminalText()).split(separator: "\n")
        #expect(lines.count == (code.side + 1) / 2)
        // With the lines below it, on a terminal of 24.
        #expect(lines.count <= 22)
        for line in lines {
            #expect(line.hasPrefix("\u{1B}[38;5;16;48;5;231m") && line.hasSuffix("\u{1B}[0m"))
            #expect(line.count == code.side + "\u{1B}[38;5;16;48;5;231m\u{1B}[0m".count)
        }
    }

    @Test func aCodeIsDrawnOnlyWhereItFits() throws {
        let code = try #require(QRCode(String(repeating: "x", count: 600)))
        #expect(code.side > 80)
        #expect(code.terminalText() == nil)
        #expect(code.terminalText(columns: code.side) != nil)
        #expect(QRCode(String(repeating: "x", count: 2954)) == nil)
        #expect(QRCode("") == nil)
    }

    private func read(_ picture: String) throws -> String {
        try output(of: "zbarimg", "--quiet", "--raw", "--oneshot", picture)
            .trimmingCharacters(in: .newlines)
    }

    private func output(of command: String...) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
