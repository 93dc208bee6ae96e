import Foundation
import Glibc
import Redis
import Synchronization
import TestProcesses

/// A server of Redis or Valkey of the tests' own, reached by a unix socket in its directory alone.
/// It ends with the process, however that ends.
package final class RedisServer: Sendable {
    package struct Failure: Error {
        package let sentence: String
    }

    /// Its data, its log and its socket.
    package let directory: String
    private let program: RedisProgram
    private let options: [String]
    private let keeper: Mutex<Keeper?>

    private static let script = """
        directory=$1; shift
        "$@" >>"$directory/log" 2>&1 </dev/null &
        server=$!
        read -r word
        kill -KILL $server 2>/dev/null
        [ "$word" = end ] || rm -rf "$directory"
        """

    /// Starts a server without data. Blocks until it answers.
    ///
    /// - Parameters:
    ///   - isDurable: whether each answered write is there after `kill` and `start`.
    ///   - options: of its command line, besides.
    package init(
        _ program: RedisProgram = .current, isDurable: Bool = false, options: [String] = []
    ) throws {
        // A short path, as that of a socket may have 107 bytes.
        directory = "/tmp/rollcall-redis-\(UUID().uuidString.prefix(8))"
        self.program = program
        let durability =
            isDurable
            ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"]
        self.options = durability + options
        keeper = Mutex(nil)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        try start()
    }

    deinit {
        keeper.withLock { $0?.tell("end") }
        try? FileManager.default.removeItem(atPath: directory)
    }

    package var socket: String { directory + "/socket" }

    package var location: RedisLocation { RedisLocation(addresses: [.socket(socket)]) }

    /// Starts it again. Blocks until it answers.
    package func start() throws {
        let command =
            [
                program.path, "--port", "0", "--unixsocket", socket, "--dir", directory, "--save",
                "",
                "--pidfile", directory + "/pid", "--enable-debug-command", "local",
            ] + options
        try keeper.withLock { $0 = try Keeper(Self.script, of: directory, command) }
        let deadline = ContinuousClock.now + .seconds(30)
        while !isAnswering {
            guard ContinuousClock.now < deadline else {
                throw Failure(
                    sentence: (try? String(contentsOfFile: directory + "/log", encoding: .utf8))
                        ?? "no log")
            }
            usleep(5_000)
        }
    }

    private var isAnswering: Bool {
        let answer = try? ask("PING")
        return answer == "PONG" || answer?.hasPrefix("NOAUTH") == true
    }

    /// Kills it at once. Its files stay. Blocks until it is gone.
    package func kill() throws {
        let pid = try process
        Glibc.kill(pid, SIGKILL)
        keeper.withLock { keeper in
            keeper?.tell("end")
            keeper?.wait()
            keeper = nil
        }
        try? FileManager.default.removeItem(atPath: directory + "/pid")
        try? FileManager.default.removeItem(atPath: socket)
    }

    /// Removes its files, so that it starts without data.
    package func removeData() {
        for name in ["appendonlydir", "dump.rdb"] {
            try? FileManager.default.removeItem(atPath: directory + "/" + name)
        }
    }

    /// Stops it where it stands, or lets it go on.
    package func setFrozen(_ isFrozen: Bool) throws {
        Glibc.kill(try process, isFrozen ? SIGSTOP : SIGCONT)
    }

    package var process: pid_t {
        get throws {
            let text = try String(contentsOfFile: directory + "/pid", encoding: .utf8)
            guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw Failure(sentence: "there is no number in pid")
            }
            return pid
        }
    }

    /// Runs a command as its operator would. Blocks meanwhile.
    ///
    /// - Returns: what redis-cli prints.
    @discardableResult
    package func ask(_ words: String...) throws -> String {
        let text = try ChildProcess.output(of: ["/usr/bin/redis-cli", "-s", socket] + words).text
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
