import ArgumentParser
import Foundation
import RollcallBasics

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

enum Service: String, CaseIterable {
    case auth, profile, presence, web
}

/// The processes, with their files in a directory of their own.
final class Services: Sendable {
    let directory: String
    /// Where the door answers apps.
    let door: ReservedPort
    let clock: TestClock
    private let ports: [Service: ReservedPort]
    private let options: [ServiceOption]
    private let keeper: Keeper

    init(port: UInt16, options: [ServiceOption]) throws {
        // Not where TMPDIR says: a socket's path has room for 107 bytes.
        var template = Array("/tmp/rollcall-testing-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "/tmp: \(errorText())") }
        directory = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        keeper = try Keeper(of: directory)
        clock = try TestClock("\(directory)/clock")
        self.options = options
        door = try ReservedPort(port)
        ports = [
            .auth: try ReservedPort(0), .profile: try ReservedPort(0),
            .presence: try ReservedPort(0), .web: door,
        ]
    }

    /// A file beside this program.
    static func program(_ name: String) throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: own).deletingLastPathComponent().appending(path: name).path
        guard access(path, R_OK) == 0 else { throw Failure(description: "\(path) is missing") }
        return path
    }

    func startAll() async throws {
        for service in Service.allCases { try start(service) }
        try await waitUntilReady()
    }

    func start(_ service: Service) throws {
        let program = try Self.program("rollcall-\(service)")
        keeper.start("\(service)", clock.environment + [program] + arguments(of: service))
    }

    func stop(_ service: Service) {
        signal(service, SIGKILL)
        keeper.forget("\(service)")
    }

    func signal(_ service: Service, _ number: Int32) {
        if let process = keeper.process("\(service)") { kill(process, number) }
    }

    func end() { keeper.end() }

    /// Waits until the door says that all services answer.
    func waitUntilReady() async throws {
        let end = ContinuousClock.now + .seconds(20)
        while let place = URL(string: "\(door.address)/readyz") {
            let answer = try? await URLSession.shared.data(from: place).1
            if (answer as? HTTPURLResponse)?.statusCode == 200 { return }
            if let complaint { throw Failure(description: complaint) }
            guard .now < end else {
                throw Failure(description: "not all services answer after 20 seconds")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Why a program has ended. It is the only line of a log without a time.
    private var complaint: String? {
        Service.allCases.compactMap {
            try? String(contentsOfFile: "\(directory)/\($0).log", encoding: .utf8)
        }.joined().split(separator: "\n").first { !($0.first?.isNumber ?? true) }.map(String.init)
    }

    private func arguments(of service: Service) -> [String] {
        func socket(_ service: Service) -> String { "unix:\(directory)/\(service).sock" }
        // At a unix socket the door would be the operator.
        let place = ports[service, default: door].place
        let listen = ["--listen", place, "--trusted-proxy", "127.0.0.1"]
        let profile = ["--profile", socket(.profile)]
        // All tests come from one address, and a password shall cost nothing.
        let wide = ["address", "sign-up.address", "email-taken.address"]
            .flatMap { ["--limit", "\($0)=1000000/1"] }
        let own =
            switch service {
            case .auth:
                ["--presence", socket(.presence), "--link-base", door.address]
                    + ["--hash-memory-kib", "8", "--hash-passes", "1"] + listen + profile + wide
            case .profile:
                ["--auth", socket(.auth), "--limit", "name-check.address=1000000/1"] + listen
            case .presence: ["--auth", socket(.auth)] + listen + profile
            case .web:
                ["--http", place, "--insecure-cookies"]
                    + ports.filter { $0.key != .web }.flatMap { ["--\($0)", $1.place] }
            }
        return ["--data", "\(directory)/\(service)", "--listen", socket(service)] + own
            + options.filter { $0.service == service }.map(\.word)
    }
}

/// An option that is given to one service.
struct ServiceOption: ExpressibleByArgument {
    let service: Service
    let word: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let service = Service(rawValue: parts[0]) else { return nil }
        (self.service, word) = (service, parts[1])
    }
}
