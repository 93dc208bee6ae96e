import Foundation
import Glibc

/// A shell that runs the server, and ends it when the tests have ended, with or without a word: the pipe
/// between them is closed then.
final class Keeper: @unchecked Sendable {
    private let process = Process()
    /// The shell reads at the other end.
    private let pipe: FileHandle

    private static let script = """
        directory=$1; sockets=$2; shift 2
        "$@" >>"$directory/log" 2>&1 </dev/null &
        server=$!
        read -r word
        # Its files are the tests', and go.
        kill -KILL $server
        sleep 0.2
        rm -rf "$directory"
        # It puts these where it likes.
        for port in $sockets; do rm -f /tmp/seaweedfs-*-"$port".sock; done
        """

    init(of directory: String, sockets: [Int], _ command: [String]) throws {
        var ends: [CInt] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else {
            throw ObjectStoreServer.Failure(sentence: "there is no pipe")
        }
        // Another child of the tests would keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let ports = sockets.map(String.init).joined(separator: " ")
        process.arguments = ["-c", Self.script, "sh", directory, ports] + command
        process.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        process.standardError = FileHandle.nullDevice
        try process.run()
    }
}
