import ArgumentParser
import Glibc
import RollcallBasics

/// Where a command says what came of it: as text for a human, or as JSON for a program.
struct Output {
    let isJSON: Bool

    /// Says one thing, at once.
    ///
    /// - Parameter text: what a human reads, one line or more.
    /// - Throws: as `write(_:)` does.
    func say(_ json: JSON, text: String) throws {
        try write(line: isJSON ? json.line() : text.visible)
    }

    /// Writes a line that is fit for a terminal.
    ///
    /// - Throws: as `write(_:)` does.
    func write(line: String) throws {
        try write(Array("\(line)\n".utf8))
    }

    /// - Throws: `ExitCode` when nobody reads any more; `Failure` when not all could be written.
    func write(_ bytes: [UInt8]) throws {
        guard !Self.standardOutput.write(bytes) else { return }
        guard errno != EPIPE else { throw ExitCode(CommandStatus.unforeseen.rawValue) }
        throw Failure(.unforeseen, "Could not write: \(String(cString: strerror(errno))).")
    }

    /// Shows how far a command has come, on a terminal alone. What is written next takes its place.
    func show(progress text: String) {
        guard !isJSON, Self.standardError.isTerminal else { return }
        Self.standardError.write("\(text.oneLine)\u{1B}[K\r")
    }

    func say(_ failure: Failure) {
        let line = isJSON ? failure.json.line() : failure.message.visible
        Self.standardError.write("\(line)\n")
    }

    static let standardOutput = Stream(descriptor: STDOUT_FILENO)
    static let standardError = Stream(descriptor: STDERR_FILENO)

    struct Stream {
        let descriptor: Int32

        var isTerminal: Bool { isatty(descriptor) == 1 }

        /// How wide the terminal is; nil where there is none.
        var columns: Int? {
            var size = winsize()
            guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
                return nil
            }
            return Int(size.ws_col)
        }

        /// - Returns: whether all was written.
        @discardableResult
        func write(_ text: String) -> Bool {
            write(Array(text.utf8))
        }

        func write(_ bytes: [UInt8]) -> Bool {
            writeAll(bytes, to: descriptor)
        }
    }
}
