import ArgumentParser
import Foundation
import Glibc

/// Asks before something is done that cannot be taken back.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask, as in a script.")
    var yes = false

    /// - Parameter consequences: what will be so afterwards, in sentences.
    /// - Throws: `Failure` when the answer is no, and where nobody can be asked.
    func ask(_ consequences: String, question: String) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                "\(consequences) There is no terminal to ask on: say --yes to go on.", EX_USAGE)
        }
        FileHandle.standardError.write(Data("\(consequences)\n\(question) [y/N] ".utf8))
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
            throw Failure("nothing was done", EXIT_FAILURE)
        }
    }
}
