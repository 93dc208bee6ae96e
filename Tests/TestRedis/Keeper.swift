import Foundation
import Glibc

/// A shell that runs a server and kills it when told so, or when the tests have ended without a word: the
/// pipe between them is closed then.
final class Keeper: @unchecked Sendable {
    private let process = Process()
    /// The shell reads at the other end.
    private let pipe: FileHandle

    private static let script = """
        directory=$1; shift
        "$@" >>"$directory/log" 2>&1 </dev/null &
        server=$!
        read -r word
        kill -KILL $server 2>/dev/null
        [ "$word" = end ] || rm -rf "$directory"
        """

    init(of directory: String, _ command: [String]) throws {
        var ends: [CInt] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else {
            throw RedisServer.Failure(sentence: "there is no pipe")
        }
        // Another child of the tests would keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", directory] + command
        process.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func end() {
        try? pipe.write(contentsOf: Data("end\n".utf8))
    }

    /// Has the shell end, whose server has died.
    func wait() {
        end()
        process.waitUntilExit()
    }
}
