import ArgumentParser
import Glibc

/// Asks before something is done that cannot be taken back.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask, as in a script.")
    var yes = false

    /// - Parameter question: what is about to be done, as a question.
    /// - Throws: `Failure` when the answer is no, and where nobody can be asked.
    func ask(_ question: String) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage,
                "There is no terminal to ask on, and this cannot be undone. To confirm, add --yes.")
        }
        Output.standardError.write("\(question.visible) [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
            throw Failure(status: .unforeseen, code: "CANCELLED", message: "Nothing was done.")
        }
    }
}
