import Foundation
import RollcallRPC
import TestObjectStore
import Testing

/// The three services, and the door in front of them.
final class Door {
    let cluster: Cluster
    let port: Int
    private let host: String
    var address: String { "http://\(host):\(port)" }
    private let process: ServiceProcess
    /// Where the services are.
    private let services: [String]

    static let origin = "https://app.example.org"

    /// - Parameters:
    ///   - arguments: what the door is started with besides.
    ///   - authArguments: what Auth is started with besides.
    ///   - ownArguments: what each service is started with besides.
    ///   - host: of the pages' address. Passkeys need a name.
    ///   - hasLinks: whether Auth knows that address.
    init(
        _ arguments: [String] = [], authArguments: [String] = [],
        ownArguments: @escaping (Cluster.Service) -> [String] = { _ in [] },
        host: String = "127.0.0.1", hasLinks: Bool = true
    ) async throws {
        self.host = host
        let ports = try FreePorts.find(4)
        port = ports[3]
        let links = hasLinks ? ["--link-base", "http://\(host):\(port)"] : []
        let places = Dictionary(
            uniqueKeysWithValues: zip(Cluster.Service.allCases, ports).map {
                ($0, "127.0.0.1:\($1)")
            })
        cluster = try Cluster(
            authArguments: links + authArguments,
            ownArguments: { service in
                ["--listen", places[service] ?? "", "--trusted-proxy", "127.0.0.1"]
                    + ownArguments(service)
            })
        try await cluster.startAll()
        services = places.flatMap { ["--\($0.key)", $0.value] }
        process = try await Self.start("web", at: port, services + arguments, in: cluster, [:])
    }

    /// Another door of the same services, with files and a key of its own, which the caller ends.
    ///
    /// - Parameters:
    ///   - arguments: what it is started with besides.
    ///   - environment: what it has in its environment besides.
    func another(
        _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> (process: ServiceProcess, place: String) {
        let port = try FreePorts.find(1)[0]
        let process = try await Self.start(
            "web\(port)", at: port, services + arguments, in: cluster, environment)
        return (process, "127.0.0.1:\(port)")
    }

    private static func start(
        _ name: String, at port: Int, _ arguments: [String], in cluster: Cluster,
        _ environment: [String: String]
    ) async throws -> ServiceProcess {
        let own = cluster.directory.appending(path: "\(name).sock").path
        let process = ServiceProcess(
            "rollcall-web",
            [
                "--data", cluster.directory.appending(path: name).path, "--listen", "unix:\(own)",
                "--http", "127.0.0.1:\(port)", "--allowed-origin", origin,
            ] + arguments, log: cluster.directory.appending(path: "\(name).log"))
        process.environment = environment
        try await process.start(at: .unix(path: own))
        // It answers apps a little later.
        let http = arguments.lastIndex(of: "--http").map { arguments[$0 + 1] }
        let place = http?.replacing("tls:", with: "https://") ?? "http://127.0.0.1:\(port)"
        let health = ["--insecure", "\(place)/healthz"]
        try #require(try await holds { try await curl(health).status == 200 }, "\(process.text)")
        return process
    }

    deinit { process.kill() }

    var processID: Int32? { process.processID }

    /// - Returns: its exit status.
    func stop() -> Int32 { process.stop() }

    var ownLog: String { process.text }
    var logs: String { "--- door\n\(ownLog)\n\(cluster.logs)" }

    /// - Returns: what a script of this folder printed.
    func run(_ script: String, by python: String, _ arguments: [String]) async throws
        -> ProgramOutput
    {
        let path = Products.repository.appending(path: "Tests/EndToEndTests/Door/\(script)").path
        return try await EndToEndTests.run(python, [path] + arguments)
    }
}
