import Glibc
import TestProcesses

/// A network for one server, joined to this machine's by a cable that can be pulled out: packets
/// then vanish both ways, and no connection ends. Only root can make one.
package final class PrivateNetwork: Sendable {
    private static let ip = "/usr/sbin/ip"
    package static let canBeMade = geteuid() == 0 && access(ip, X_OK) == 0

    private let name: String
    private let end: String
    private let number = UInt16.random(in: 0 ... .max)

    package init() throws {
        name = "rollcall-\(number)"
        end = "rc\(number)a"
        let other = "rc\(number)b"
        for command in [
            "netns add \(name)", "link add \(end) type veth peer name \(other)",
            "link set \(other) netns \(name)", "addr add \(prefix).1/24 dev \(end)",
            "link set \(end) up", "-n \(name) addr add \(address)/24 dev \(other)",
            "-n \(name) link set \(other) up", "-n \(name) link set lo up",
        ] {
            try Self.run(command)
        }
    }

    deinit {
        // The cable goes with it.
        try? Self.run("netns del \(name)")
    }

    private var prefix: String { "10.\(number >> 8).\(number & 255)" }

    /// The server's.
    package var address: String { "\(prefix).2" }

    /// How a program is started there.
    package var command: [String] { [Self.ip, "netns", "exec", name] }

    package func setCut(_ isCut: Bool) throws {
        try Self.run("-n \(name) link set rc\(number)b \(isCut ? "down" : "up")")
    }

    private static func run(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        guard try ChildProcess([ip] + words).wait() == 0 else {
            throw PostgreSQLServer.Failure(sentence: "ip \(command) has failed")
        }
    }
}
