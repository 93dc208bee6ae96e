import Foundation

/// The terminal: keys come one by one, and each screen takes the place of the one before.
final class Terminal: Sendable {
    static let columns = 80
    private let before: termios

    /// Nil without a terminal.
    init?() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        before = settings
        // Keys are not shown, and come at once, all of them.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        // Another screen, so that what was there comes back at the end.
        write("\u{1B}[?1049h")
    }

    func restore() {
        write("\u{1B}[?1049l")
        var settings = before
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    func show(_ lines: [String]) {
        let drawn = lines.map { Self.cut($0) + "\u{1B}[0m\u{1B}[K\n" }.joined()
        write("\u{1B}[H\(drawn)\u{1B}[J")
    }

    /// Reads on a thread of its own, as nothing else waits for keys.
    func readKeys(_ tell: @escaping @Sendable (Key) -> Void) {
        Thread.detachNewThread {
            var unread: [UInt8] = []
            while true {
                let bytes = FileHandle.standardInput.availableData
                guard !bytes.isEmpty else { return tell(.leave) }
                unread += bytes
                while let key = Key(&unread) { tell(key) }
            }
        }
    }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// The part of a line that fits. Sequences that begin with ESC and end with `m` take no room.
    private static func cut(_ line: String) -> String {
        var (cut, width, isInSequence) = ("", 0, false)
        for character in line {
            if character == "\u{1B}" { isInSequence = true }
            if !isInSequence { width += 1 }
            if width <= columns { cut.append(character) }
            if character == "m" { isInSequence = false }
        }
        return cut
    }
}

/// Text in a colour, and what users have written.
extension String {
    var dim: String { "\u{1B}[2m\(self)\u{1B}[0m" }
    var red: String { "\u{1B}[31m\(self)\u{1B}[0m" }
    var green: String { "\u{1B}[32m\(self)\u{1B}[0m" }
    var bold: String { "\u{1B}[1m\(self)\u{1B}[0m" }

    /// Without what could command the terminal: others write names and texts.
    var printable: String {
        String(unicodeScalars.filter { $0.properties.generalCategory != .control })
    }

    /// Lines of at most so many characters.
    func wrapped(_ width: Int = 72) -> [String] {
        split(separator: " ").reduce(into: [""]) { lines, word in
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
