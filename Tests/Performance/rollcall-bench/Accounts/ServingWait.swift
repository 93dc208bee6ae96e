import ArgumentParser
import RollcallRPC
import RollcallRPCPolicies

struct ServingWait: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serving", abstract: "Waits until a service says that it serves.")

    @Option(help: "HOST:PORT, tls:HOST:PORT or unix:PATH.")
    var target: Endpoint

    @Option(help: "How long to wait at most.")
    var seconds = 30.0

    struct DoesNotServe: Error {}

    func run() async throws {
        let health = HealthServiceClient(NetworkClient(target).retrying())
        let start = ContinuousClock.now
        while (try? await health.check(HealthCheckRequest()).status) != .serving {
            guard start.duration(to: .now) < .seconds(seconds) else { throw DoesNotServe() }
            try await Task.sleep(for: .milliseconds(20))
        }
        let waited = start.duration(to: .now) / .seconds(1)
        try report(["waited_seconds": waited])
    }
}
