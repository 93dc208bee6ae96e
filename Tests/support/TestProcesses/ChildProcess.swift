import CSpawn
import Glibc

/// A child of the tests.
///
/// Foundation's `Process` reads `/proc/self/fd` before it starts a child, and past the end of what
/// it has read: with many descriptors open that ends the tests now and then.
package struct ChildProcess: Sendable {
    package struct Failure: Error {
        package let sentence: String
    }

    package let id: pid_t

    /// Starts a program. It inherits nothing but its standard streams, and blocks no signal.
    ///
    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - input: nil for none.
    ///   - output: nil for nowhere.
    ///   - error: nil for nowhere.
    package init(
        _ command: [String], input: CInt? = nil, output: CInt? = nil, error: CInt? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (standard, given) in [(0, input), (1, output), (2, error)] as [(CInt, CInt?)] {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, standard)
            } else {
                posix_spawn_file_actions_addopen(
                    &actions, standard, "/dev/null", standard == 0 ? O_RDONLY : O_WRONLY, 0)
            }
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var arguments = command.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, command[0], &actions, &attributes, arguments, environ)
        guard code == 0 else {
            throw Failure(sentence: "\(command[0]): \(String(cString: strerror(code)))")
        }
        self.id = id
    }

    /// Waits until it has ended.
    ///
    /// - Returns: its exit status; that of a signal as shells say it.
    @discardableResult
    package func wait() -> CInt {
        var status: CInt = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// Runs a program to its end.
    ///
    /// - Returns: what it has written to its standard output.
    package static func output(
        of command: [String]
    ) throws -> (status: CInt, text: String) {
        var ends: [CInt] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Failure(sentence: "there is no pipe") }
        defer { close(ends[0]) }
        let child: ChildProcess
        do {
            defer { close(ends[1]) }
            child = try ChildProcess(command, output: ends[1])
        }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] }
            if count == 0 || count < 0 && errno != EINTR { break }
        }
        return (child.wait(), String(decoding: bytes, as: UTF8.self))
    }
}
