import ArgumentParser
import RollcallRPC

@main
struct RollcallBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-bench",
        abstract: "A server that does next to nothing, and the load on it and on Rollcall's own.",
        discussion: "deploy/bench.sh runs it; each command prints JSON.",
        subcommands: [
            Serve.self, Load.self, NIOEcho.self, Accounts.self, SanitizeLoad.self, RenewalLoad.self,
            LimitLoad.self, PresenceHubLoad.self,
        ])

    static func main() async {
        // As the daemons do.
        MallocTuning.keepFreedMemory()
        await main(nil)
    }
}

struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Calls a server and prints what was measured, as one JSON object.",
        subcommands: [
            UnaryLoad.self, PacedLoad.self, DownloadLoad.self, UploadLoad.self, IdleLoad.self,
        ])
}
