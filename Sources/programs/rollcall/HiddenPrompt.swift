import ArgumentParser
import Glibc

/// Asks on the terminal for a line that it does not show.
enum HiddenPrompt {
    /// - Parameters:
    ///   - what: what is asked for, within a sentence.
    ///   - option: what gives it where there is no terminal.
    /// - Throws: `Failure` without a terminal; `ExitCode` (130) when it is given up with Ctrl-C.
    static func ask(_ prompt: String, for what: String, option: String) throws -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        var before = termios()
        guard terminal >= 0, tcgetattr(terminal, &before) == 0 else {
            if terminal >= 0 { close(terminal) }
            throw Failure(.usage, "There is no terminal to ask on. Give \(what) by \(option).")
        }
        defer { close(terminal) }
        var silent = before
        // Ctrl-C comes as a byte, so that it cannot end the process while nothing is shown.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer { tcsetattr(terminal, TCSAFLUSH, &before) }
        let stream = Output.Stream(descriptor: terminal)
        stream.write(prompt)
        defer { stream.write("\n") }
        return try readLine(terminal)
    }

    /// Asks for a password that is to be chosen.
    ///
    /// - Throws: as `ask`; `Failure` when the two are not the same.
    static func askTwice(
        _ prompt: String, for what: String, option: String
    ) throws -> String {
        let password = try ask(prompt, for: what, option: option)
        guard try ask("Again: ", for: what, option: option) == password else {
            throw Failure(.invalid, "The two passwords are not the same. Nothing was changed.")
        }
        return password
    }

    private static func readLine(_ terminal: Int32) throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(terminal, &byte, 1) == 1 {
            switch byte {
            case 0x03: throw ExitCode(130)
            case 0x04, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return String(decoding: line, as: UTF8.self)
            case 0x08, 0x7F: line.removeLastCharacter()
            case 0x15: line = []
            default: line.append(byte)
            }
        }
        throw ExitCode(130)
    }
}

extension [UInt8] {
    /// Removes the last UTF-8 character: its first byte and those that continue it.
    fileprivate mutating func removeLastCharacter() {
        while let byte = popLast(), byte & 0xC0 == 0x80 {}
    }
}
