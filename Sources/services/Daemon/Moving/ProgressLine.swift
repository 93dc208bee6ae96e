import Foundation

/// A line on the terminal that says how far a command is, if that takes more than a second. Where
/// there is no terminal, there is none.
package final class ProgressLine {
    private var next = ContinuousClock.now + .seconds(1)

    /// Shows a text in place of the last one, ten times a second at most.
    package func show(_ text: String) {
        guard next <= .now, isatty(STDERR_FILENO) == 1 else { return }
        next = .now + .milliseconds(100)
        // The line is empty again for what follows.
        FileHandle.standardError.write(Data("\r\u{1b}[K\(text.prefix(79))\r".utf8))
    }
}
