import CPQ
import Foundation
import Synchronization
import TestProcesses

/// A PostgreSQL server of the tests' own, reached by a unix socket in its directory alone. It ends
/// with the process, however that ends.
package final class PostgreSQLServer: Sendable {
    /// The one that most tests use, each in a schema of its own.
    package static var shared: PostgreSQLServer {
        get async throws { try await starting.value }
    }

    private static let starting = Task { try await blocking { try PostgreSQLServer() } }

    package struct Failure: Error {
        package let sentence: String
    }

    /// Its data, its log and its socket.
    package let directory: String
    private let keeper: Mutex<Keeper?>
    private let network: PrivateNetwork?

    private static let script = """
        directory=$1; shift
        "$@" >>"$directory/log" 2>&1 </dev/null &
        server=$!
        read -r word
        [ "$word" != dead ] || exit
        kill -QUIT $server
        for _ in $(seq 100); do
            [ -e "$directory/data/postmaster.pid" ] || break
            sleep 0.05
        done
        rm -rf "$directory"
        """

    /// Makes a server and starts it. Blocks for some seconds.
    ///
    /// - Parameter network: where it also answers by TCP.
    package convenience init(in network: PrivateNetwork? = nil) throws {
        try self.init(in: network) { directory in
            try Self.run(
                PostgreSQLProgram.command("initdb") + [
                    "--pgdata", directory + "/data", "--username", "postgres", "--auth", "trust",
                    "--encoding", "UTF8", "--locale", "C", "--no-sync",
                ])
        }
        if network != nil {
            let rules = try FileHandle(
                forWritingTo: URL(filePath: directory + "/data/pg_hba.conf"))
            try rules.seekToEnd()
            try rules.write(contentsOf: Data("host all all samenet trust\n".utf8))
        }
        try start()
    }

    /// Makes a standby of a server that was killed, and promotes it, so that it takes its place.
    package convenience init(takingThePlaceOf other: PostgreSQLServer) throws {
        try self.init(in: nil) { directory in
            try Self.run(["/usr/bin/cp", "-a", other.directory + "/data", directory + "/data"])
            try Self.run(["/usr/bin/touch", directory + "/data/standby.signal"])
        }
        try start()
        try PostgreSQLSession(of: self).execute("SELECT pg_promote()")
    }

    /// - Parameter fill: makes `data` in the directory.
    private init(in network: PrivateNetwork?, _ fill: (String) throws -> Void) throws {
        self.network = network
        // A short path, as that of a socket may have 107 bytes, and one that every user can reach.
        directory = "/tmp/rollcall-postgresql-\(UUID().uuidString.prefix(8))"
        keeper = Mutex(nil)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        if getuid() == 0 { try Self.run(["/usr/bin/chown", "postgres:postgres", directory]) }
        try fill(directory)
    }

    /// Stops all of its processes, or lets them go on: it holds its connections and answers
    /// nothing.
    package func setFrozen(_ isFrozen: Bool) throws {
        let parent = try parent()
        for process in [parent] + ProcessTable.children(of: parent) {
            Glibc.kill(process, isFrozen ? SIGSTOP : SIGCONT)
        }
    }

    private func parent() throws -> pid_t {
        let text = try String(contentsOfFile: directory + "/data/postmaster.pid", encoding: .utf8)
        guard let parent = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw Failure(sentence: "postmaster.pid has no number")
        }
        return parent
    }

    /// Starts it again. Blocks until it answers.
    package func start() throws {
        let command =
            (network?.command ?? []) + PostgreSQLProgram.command("postgres") + [
                "-D", directory + "/data", "-k", directory, "-c",
                "listen_addresses=\(network?.address ?? "")", "-c", "max_connections=500",
            ]
        try keeper.withLock { $0 = try Keeper(Self.script, of: directory, command) }
        let deadline = ContinuousClock.now + .seconds(60)
        while PQping(conninfo) != PQPING_OK {
            guard ContinuousClock.now < deadline else {
                throw Failure(sentence: "PostgreSQL does not answer: see \(directory)/log")
            }
            usleep(20_000)
        }
    }

    /// Kills all of its processes at once, as a power failure would. The data stays. Blocks
    /// meanwhile.
    package func kill() throws {
        let file = directory + "/data/postmaster.pid"
        let parent = try parent()
        // Stopped, it makes no more children.
        Glibc.kill(parent, SIGSTOP)
        let family = [parent] + ProcessTable.children(of: parent)
        for process in family { Glibc.kill(process, SIGKILL) }
        while family.contains(where: ProcessTable.isRunning) { usleep(1000) }
        // Where nobody reaps orphans their numbers stay in use, and the next server would not
        // start.
        for file in [file, directory + "/.s.PGSQL.5432.lock"] {
            try FileManager.default.removeItem(atPath: file)
        }
        keeper.withLock { keeper in
            keeper?.tell("dead")
            keeper = nil
        }
    }

    /// What `pg_dump` writes: all live rows of all tables, bytes in hexadecimal. Blocks meanwhile.
    package func dump() throws -> String {
        let command = PostgreSQLProgram.command("pg_dump") + ["--data-only", conninfo]
        let (status, text) = try ChildProcess.output(of: command)
        guard status == 0 else { throw Failure(sentence: "pg_dump has failed") }
        return text
    }

    package var conninfo: String { "host=\(directory) user=postgres dbname=postgres" }

    private static func run(_ command: [String]) throws {
        guard try ChildProcess(command).wait() == 0 else {
            throw Failure(sentence: "\(command.joined(separator: " ")) has failed")
        }
    }
}
