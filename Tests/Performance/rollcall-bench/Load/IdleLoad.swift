import ArgumentParser
import RollcallRPC

struct IdleLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "idle",
        abstract: "Opens connections, prints so, and holds them until its input ends.")

    @OptionGroup var options: LoadOptions

    func run() async throws {
        let clients = try options.makeClients()
        for client in clients.all {
            _ = try await BenchServiceClient(client).echo(EchoRequest(payload: [1]))
        }
        try report(["connections": clients.all.count])
        while readLine() != nil {}
        withExtendedLifetime(clients) {}
    }
}
