import ArgumentParser
import Foundation
import Logging
import RollcallRPC
import Synchronization

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
    /// Those that were started, and whether they are not paused.
    private let running = Mutex<[Service: Bool]>([:])

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
        let isNew = running.withLock { running in
            defer { running[service] = running[service] ?? true }
            return running[service] == nil
        }
        guard isNew else { return }
        let program = try Self.program("rollcall-\(service)")
        keeper.start("\(service)", clock.environment + [program] + arguments(of: service))
    }

    func stop(_ service: Service) {
        signal(service, SIGKILL)
        keeper.forget("\(service)")
        running.withLock { $0[service] = nil }
    }

    func pause(_ service: Service, _ isPaused: Bool) {
        signal(service, isPaused ? SIGSTOP : SIGCONT)
        running.withLock { if $0[service] != nil { $0[service] = !isPaused } }
    }

    private func signal(_ service: Service, _ number: Int32) {
        if let process = keeper.process("\(service)") { kill(process, number) }
    }

    func end() { keeper.end() }

    /// Waits until the door says that all services answer, and Presence that it knows who has
    /// blocked whom: before, it shows nobody.
    ///
    /// While a test has one stopped or paused, it does not wait.
    func waitUntilReady() async throws {
        guard running.withLock({ $0.values.count(where: \.self) }) == Service.allCases.count else {
            return
        }
        let end = ContinuousClock.now + .seconds(20)
        var configuration = ClientConfiguration()
        configuration.reconnectBackoff = Backoff(initial: .milliseconds(5), multiplier: 1)
        let presence = NetworkClient(
            .unix(path: "\(directory)/presence.sock"), configuration: configuration,
            logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
        defer { presence.close() }
        let blocks = HealthCheckRequest(service: "rollcall.blocks")
        while let place = URL(string: "\(door.address)/readyz") {
            let answer = try? await URLSession.shared.data(from: place).1
            if (answer as? HTTPURLResponse)?.statusCode == 200,
                let health = try? await HealthServiceClient(presence).check(
                    blocks, options: CallOptions(timeout: .seconds(1))),
                health.status == .serving
            {
                return
            }
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
                    + ["--hash-memory-kib", "8", "--hash-passes", "1", "--sign-in-codes"]
                    + listen + profile + wide
            case .profile:
                ["--auth", socket(.auth), "--limit", "name-check.address=1000000/1"] + listen
            case .presence: ["--auth", socket(.auth)] + listen + profile
            case .web:
                ["--http", place, "--insecure-cookies", "--client-limit", "1000"]
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
