import ArgumentParser

/// grpc-swift behind the commands of rollcall-bench.
@main
struct Peer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grpc-swift-peer", subcommands: [Serve.self, Load.self])
}

struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [UnaryLoad.self])
}

/// Whether writes are held back to leave together.
enum Flushing: String, ExpressibleByArgument {
    /// As it is when nothing is said.
    case coalesced
    case immediate
}
