import Foundation
import Logging
import RollcallAPI
import RollcallRPC

/// One of Rollcall's processes, as systemd would run it.
final class ServiceProcess {
    let name: String
    private let arguments: [String]
    private let log: URL
    private var process: Process?

    init(_ name: String, _ arguments: [String], log: URL) {
        self.name = name
        self.arguments = arguments
        self.log = log
    }

    /// Starts the process and waits until it answers.
    func start(at endpoint: Endpoint) async throws {
        let process = Process()
        process.executableURL = Products.directory.appending(path: name)
        process.arguments = arguments
        if text.isEmpty { try Data().write(to: log) }
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        process.standardError = handle
        process.standardOutput = handle
        try process.run()
        self.process = process
        try await waitUntilAnswering(process, at: endpoint)
    }

    private func waitUntilAnswering(_ process: Process, at endpoint: Endpoint) async throws {
        let client = NetworkClient(endpoint, logger: .quiet)
        defer { client.close() }
        let nothing = Method<GetSigningKeysRequest, GetSigningKeysResponse>(
            service: "nothing", name: "Nothing", kind: .unary, access: .anyone)
        for _ in 0..<1000 {
            do {
                let _: GetSigningKeysResponse = try await client.unary(
                    nothing, GetSigningKeysRequest(), CallOptions(timeout: .seconds(5)))
            } catch let error as RPCError where error.code == .unimplemented {
                return
            } catch {}
            guard process.isRunning else { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ProcessError.didNotStart(name, log: text)
    }

    var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Ends the process without any warning.
    func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Ends the process as systemd would.
    ///
    /// - Returns: its exit status.
    @discardableResult
    func stop() -> Int32 {
        guard let process else { return -1 }
        process.terminate()
        process.waitUntilExit()
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
    private let limits: [String]
    private var processes: [Service: ServiceProcess] = [:]

    /// - Parameters:
    ///   - arguments: what every process is started with beside what it needs.
    ///   - limits: what Auth is told by `--limit`.
    init(arguments: [String] = [], limits: [String] = Cluster.wideLimits) throws {
        self.arguments = arguments
        self.limits = limits
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
        .unix(path: directory.appending(path: "\(service.rawValue).sock").path)
    }

    subscript(service: Service) -> ServiceProcess {
        processes[service] ?? process(of: service)
    }

    private func process(of service: Service) -> ServiceProcess {
        var arguments =
            arguments + [
                "--data", directory.appending(path: service.rawValue).path,
                "--listen", "\(endpoint(service))",
            ]
        switch service {
        case .auth:
            arguments += ["--profile", "\(endpoint(.profile))"]
            for limit in limits { arguments += ["--limit", limit] }
        case .profile, .presence: arguments += ["--auth", "\(endpoint(.auth))"]
        }
        return ServiceProcess(
            "rollcall-\(service.rawValue)", arguments,
            log: directory.appending(path: "\(service.rawValue).log"))
    }

    func start(_ service: Service) async throws {
        try await self[service].start(at: endpoint(service))
    }

    func startAll() async throws {
        for service in Service.allCases { try await start(service) }
    }

    /// A client of one service, to be closed by the caller or by letting go of it.
    func client(_ service: Service) -> NetworkClient {
        NetworkClient(endpoint(service), connectTimeout: .seconds(2), logger: .quiet)
    }

    /// What each process has logged, for a test that has failed.
    var logs: String {
        Service.allCases.map { "--- \($0)\n\(self[$0].text)" }.joined(separator: "\n")
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

extension Logger {
    static var quiet: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }
}
