import ArgumentParser

struct RPCList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the services.")

    @OptionGroup var servers: ServerOptions

    func run() async throws {
        try await servers.run { servers in
            var names: Set<String> = []
            for server in servers { names.formUnion(try await server.services()) }
            for name in names.sorted() { try Output.plain.say(.string(name), text: name) }
        }
    }
}
