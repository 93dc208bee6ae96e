import Foundation
import RollcallRPC
import TestObjectStore

/// The three services, and the door in front of them.
final class Door {
    let cluster: Cluster
    let port: Int
    var address: String { "http://127.0.0.1:\(port)" }
    private let process: ServiceProcess

    static let origin = "https://app.example.org"

    /// - Parameters:
    ///   - arguments: what the door is started with besides.
    ///   - authArguments: what Auth is started with besides.
    init(_ arguments: [String] = [], authArguments: [String] = []) async throws {
        let ports = try FreePorts.find(4)
        port = ports[3]
        let links = ["--link-base", "http://127.0.0.1:\(port)"]
        let places = Dictionary(
            uniqueKeysWithValues: zip(Cluster.Service.allCases, ports).map {
                ($0, "127.0.0.1:\($1)")
            })
        cluster = try Cluster(
            authArguments: links + authArguments,
            ownArguments: { service in
                ["--listen", places[service] ?? "", "--trusted-proxy", "127.0.0.1"]
            })
        try await cluster.startAll()
        let own = cluster.directory.appending(path: "web.sock").path
        process = ServiceProcess(
            "rollcall-web",
            [
                "--data", cluster.directory.appending(path: "web").path, "--listen", "unix:\(own)",
                "--http", "127.0.0.1:\(port)", "--allowed-origin", Self.origin,
            ] + places.flatMap { ["--\($0.key)", $0.value] } + arguments,
            log: cluster.directory.appending(path: "web.log"))
        try await process.start(at: .unix(path: own))
    }

    deinit { process.kill() }

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
