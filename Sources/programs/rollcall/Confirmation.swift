import ArgumentParser
import Glibc

/// Asks before an action that cannot be undone.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask, as in a script.")
    var yes = false

    /// - Parameter question: the action, as a question.
    /// - Throws: `Failure` if the answer is no, or if there is no terminal.
    func ask(_ question: String) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage, "There is no terminal to ask on, and this cannot be undone: say --yes.")
        }
        Output.standardError.write("\(question.visible) [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
            throw Failure(status: .unforeseen, code: "CANCELLED", message: "Nothing was done.")
        }
    }
}
