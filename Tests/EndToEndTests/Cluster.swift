import Foundation
import Logging
import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import TestServers

import func TestSupport.elapse

/// One of Rollcall's processes, as systemd would run it.
final class ServiceProcess {
    let name: String
    /// What it has in its environment besides that of the tests, from the next start on.
    var environment: [String: String] = [:]
    /// What starts it, such as in another network, from the next start on.
    var launcher: [String] = []
    private let arguments: [String]
    private let log: URL
    private var process: Process?

    init(_ name: String, _ arguments: [String], log: URL) {
        self.name = name
        self.arguments = arguments
        self.log = log
    }

    /// Starts the process, and waits until it answers.
    ///
    /// - Parameter more: arguments of this start alone.
    func start(at endpoint: Endpoint, with more: [String] = []) async throws {
        try await waitUntilAnswering(launch(with: more), at: endpoint)
    }

    /// Starts the process.
    @discardableResult
    func launch(with more: [String] = []) throws -> Process {
        let process = Process()
        let command = launcher + [Products.directory.appending(path: name).path] + arguments + more
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if text.isEmpty { try Data().write(to: log) }
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        process.standardError = handle
        process.standardOutput = handle
        try process.run()
        self.process = process
        return process
    }

    private func waitUntilAnswering(_ process: Process, at endpoint: Endpoint) async throws {
        // The usual pauses grow longer than a start takes.
        var configuration = ClientConfiguration()
        configuration.reconnectBackoff = Backoff(initial: .milliseconds(5), multiplier: 1)
        let client = NetworkClient(endpoint, configuration: configuration, logger: .quiet)
            .retrying()
        defer { client.close() }
        let nothing = Method<GetSigningKeysRequest, GetSigningKeysResponse>(
            service: "nothing", name: "Nothing", kind: .unary, access: .anyone)
        for _ in 0..<2000 {
            do {
                let _: GetSigningKeysResponse = try await client.unary(
                    nothing, GetSigningKeysRequest(), CallOptions(timeout: .seconds(5)))
            } catch let error as RPCError where error.code == .unimplemented {
                return
            } catch {}
            guard process.isRunning else { break }
            try await elapse(.milliseconds(5))
        }
        throw ProcessError.didNotStart(name, log: text)
    }

    var processID: Int32? { process?.processIdentifier }

    var isRunning: Bool { process?.isRunning == true }

    /// The most memory that the process has held; nil when it does not run.
    var peakKilobytes: Int? { kilobytes("VmHWM") }

    /// The memory that the process holds now; nil when it does not run.
    var residentKilobytes: Int? { kilobytes("VmRSS") }

    private func kilobytes(_ name: String) -> Int? {
        guard let process else { return nil }
        let status = try? String(
            contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.firstMatch(of: /[0-9]+/).flatMap { Int($0.output) }
    }

    var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Ends the process without any warning.
    func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        waitForEnd(of: process)
        self.process = nil
    }

    /// `waitUntilExit` looks only now and then.
    private func waitForEnd(of process: Process) {
        while process.isRunning { usleep(500) }
    }

    /// Ends the process as systemd would.
    ///
    /// - Returns: its exit status.
    @discardableResult
    func stop() -> Int32 {
        guard let process else { return -1 }
        process.terminate()
        waitForEnd(of: process)
        self.process = nil
        return process.terminationStatus
    }
}

enum ProcessError: Error {
    case didNotStart(String, log: String)
}

/// The three services with their files in a directory of their own, reached over unix sockets.
final class Cluster {
    enum Service: String, CaseIterable {
        case auth, profile, presence
    }

    let directory: URL
    /// For callers that all are one, without an address, and ask more often than one person does.
    static let wideLimits = ["account", "address", "sign-up.address", "email-taken.address"]
        .map { "\($0)=1000000/1" }

    private let arguments: [String]
    private let authArguments: [String]
    private let limits: [String]
    private let verifierArguments: [String]
    private let ownArguments: (Service) -> [String]
    private let secondProfile, secondAuth: String?
    private var processes: [Service: ServiceProcess] = [:]

    /// - Parameters:
    ///   - arguments: what every process is started with beside what it needs.
    ///   - authArguments: what Auth is started with besides.
    ///   - limits: what Auth is told by `--limit`.
    ///   - verifierArguments: what the others are started with, which verify tokens by themselves.
    ///   - ownArguments: what each is started with besides.
    ///   - secondProfile: the name of a second Profile, of which the others are told.
    ///   - secondAuth: the name of a second Auth, likewise; the two share a key file.
    init(
        arguments: [String] = [], authArguments: [String] = [],
        limits: [String] = Cluster.wideLimits, verifierArguments: [String] = [],
        ownArguments: @escaping (Service) -> [String] = { _ in [] },
        secondProfile: String? = nil, secondAuth: String? = nil
    ) throws {
        self.arguments = arguments
        self.authArguments = authArguments
        self.limits = limits
        self.verifierArguments = verifierArguments
        self.ownArguments = ownArguments
        self.secondProfile = secondProfile
        self.secondAuth = secondAuth
        // A socket's path has room for 107 bytes.
        directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for service in Service.allCases { processes[service] = process(of: service) }
    }

    deinit {
        for process in processes.values { process.kill() }
        try? FileManager.default.removeItem(at: directory)
    }

    func endpoint(_ service: Service) -> Endpoint {
        socket(named: service.rawValue)
    }

    subscript(service: Service) -> ServiceProcess {
        processes[service] ?? process(of: service)
    }

    /// A second process of a service, with files and a socket of its own, which the caller starts
    /// and ends.
    ///
    /// - Parameter name: that of its files.
    func second(_ service: Service, named name: String) -> (
        process: ServiceProcess, endpoint: Endpoint
    ) {
        let socket = socket(named: name)
        return (process(of: service, named: name, at: socket), socket)
    }

    private func socket(named name: String) -> Endpoint {
        .unix(path: directory.appending(path: "\(name).sock").path)
    }

    /// How a service is told where Profile is.
    private var profileArguments: [String] {
        ["--profile", "\(endpoint(.profile))"]
            + (secondProfile.map { ["--profile", "\(socket(named: $0))"] } ?? [])
    }

    /// How a service is told where Auth is.
    private var callerArguments: [String] {
        ["--auth", "\(endpoint(.auth))"]
            + (secondAuth.map { ["--auth", "\(socket(named: $0))"] } ?? []) + verifierArguments
    }

    /// The key file of two Auths.
    var sharedKeyFile: URL { directory.appending(path: "auth.key") }

    private func process(of service: Service) -> ServiceProcess {
        process(of: service, named: service.rawValue, at: endpoint(service))
    }

    private func process(
        of service: Service, named name: String, at place: Endpoint
    ) -> ServiceProcess {
        var arguments =
            arguments + ownArguments(service) + [
                "--data", directory.appending(path: name).path, "--listen", "\(place)",
            ]
        switch service {
        case .auth:
            arguments += profileArguments
            arguments += ["--presence", "\(endpoint(.presence))"] + authArguments
            for limit in limits { arguments += ["--limit", limit] }
            if secondAuth != nil { arguments += ["--secret-key", sharedKeyFile.path] }
        case .profile:
            arguments += callerArguments
            // Instances that share tables share the key file.
            arguments += ["--secret-key", directory.appending(path: "profile.key").path]
            for limit in [
                "name-check.address", "photo-upload.account", "photo-delete.account",
                "profile-update.account",
            ] {
                arguments += ["--limit", "\(limit)=1000000/1"]
            }
        case .presence:
            arguments += callerArguments + profileArguments
        }
        return ServiceProcess(
            "rollcall-\(service.rawValue)", arguments,
            log: directory.appending(path: "\(name).log"))
    }

    /// Starts a service, and waits until it answers; if it can, every call. One that verifies
    /// tokens refuses them until Auth has told it what was revoked.
    ///
    /// - Parameter more: arguments of this start alone.
    func start(_ service: Service, with more: [String] = []) async throws {
        try await self[service].start(at: endpoint(service), with: more)
        guard service != .auth, self[.auth].isRunning else { return }
        let client = client(service)
        defer { client.close() }
        try await client.waitUntilServing()
        guard service == .presence, self[.profile].isRunning else { return }
        // Before it has heard of all blocks, it shows nobody.
        let blocks = try await HealthServiceClient(client).watch(
            HealthCheckRequest(service: "rollcall.blocks"),
            options: CallOptions(timeout: .seconds(20)))
        while let health = try await blocks.next(), health.status != .serving {}
    }

    func startAll() async throws {
        for service in Service.allCases { try await start(service) }
    }

    /// A client of one service, to be closed by the caller or by letting go of it.
    func client(_ service: Service) -> RetryingNetworkClient {
        NetworkClient(
            endpoint(service), configuration: ClientConfiguration(connectTimeout: .seconds(2)),
            logger: .quiet
        ).retrying()
    }

    /// What each process has logged, for a test that has failed.
    var logs: String {
        Service.allCases.map { "--- \($0)\n\(self[$0].text)" }.joined(separator: "\n")
    }
}

/// A client that makes a call again that has reached no handler, as the services' own.
typealias RetryingNetworkClient = RetryingClient<NetworkClient>

extension RetryingNetworkClient {
    /// Waits until the service says that it takes every call, for at most 20 seconds.
    func waitUntilServing() async throws {
        let watch = try await HealthServiceClient(self).watch(
            HealthCheckRequest(), options: CallOptions(timeout: .seconds(20)))
        while let health = try await watch.next(), health.status != .serving {}
    }
}

/// Where the built programs lie: beside the tests.
enum Products {
    static var directory: URL {
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    /// The root of the repository.
    static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}
