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
        // Ctrl-C ends the line as a byte, so that it cannot end the process while nothing is shown.
        silent.c_lflag = silent.c_lflag & ~tcflag_t(ECHO | ISIG) | tcflag_t(ICANON)
        silent.c_iflag |= tcflag_t(ICRNL | IUTF8)
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = controlC }
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

    /// The kernel edits the line.
    private static func readLine(_ terminal: Int32) throws -> String {
        var line = [UInt8](repeating: 0, count: 4096)
        let count = read(terminal, &line, line.count)
        guard count >= 0, !line[..<count].contains(controlC) else { throw ExitCode(130) }
        let text = line[..<count].prefix { $0 != UInt8(ascii: "\n") }
        // Such as a Backspace that is not the terminal's own, and so has erased nothing.
        guard text.allSatisfy({ $0 >= 0x20 }) else {
            throw Failure(.invalid, "What was typed has a control character. Type it again.")
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let controlC: UInt8 = 3
}
