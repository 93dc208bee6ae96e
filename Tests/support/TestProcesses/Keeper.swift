import CSpawn
import Foundation
import Glibc

/// A shell that runs a server and ends it when told so, or when the tests have ended without a
/// word: the pipe between them is closed then.
package final class Keeper: Sendable {
    private let shell: ChildProcess
    /// The shell reads at the other end.
    private let pipe: CInt
    private let hasEnded = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - script: its arguments are `directory` and `command`; it reads from its standard input.
    package init(_ script: String, of directory: String, _ command: [String]) throws {
        var ends: [CInt] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else {
            throw ChildProcess.Failure(sentence: "there is no pipe")
        }
        defer { close(ends[0]) }
        do {
            shell = try ChildProcess(
                ["/bin/sh", "-c", script, "sh", directory] + command, input: ends[0])
        } catch {
            close(ends[1])
            throw error
        }
        pipe = ends[1]
        // Swift Testing waits for its own children, and never sees one of them end behind a child
        // of others that nobody has waited for.
        Thread.detachNewThread { [shell, hasEnded] in
            shell.wait()
            hasEnded.signal()
        }
    }

    deinit {
        close(pipe)
    }

    /// Sends the shell a line.
    package func tell(_ word: String) {
        let line = Array("\(word)\n".utf8)
        _ = write(pipe, line, line.count)
    }

    /// Waits until the shell has ended.
    package func wait() {
        hasEnded.wait()
        hasEnded.signal()
    }
}
