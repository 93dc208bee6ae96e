import ArgumentParser

struct RPCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpc",
        abstract: "Call any RPC, as the services themselves describe it.",
        subcommands: [RPCList.self, RPCDescribe.self, RPCCall.self])
}
