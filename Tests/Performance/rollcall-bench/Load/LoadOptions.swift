import ArgumentParser
import Logging
import NIOCore
import NIOPosix
import RollcallRPC
import RollcallRPCPolicies

/// What every load needs to know.
struct LoadOptions: ParsableArguments {
    @Option(help: "HOST:PORT, tls:HOST:PORT or unix:PATH.")
    var target: Endpoint

    @Option(help: "Whose certificates are believed, a PEM file.")
    var trust: String?

    @Option(help: "How long to measure.")
    var seconds = 2.0

    @Option(help: "Connections.")
    var connections = 1

    @Option(help: "Where the calling tasks run: global or event-loop.")
    var tasks = CallerPlace.global

    enum CallerPlace: String, ExpressibleByArgument {
        case global
        case eventLoop = "event-loop"
    }

    /// How many calls are made before those that are measured, to warm up both sides.
    static let warmUp = 2_000

    /// Clients with a connection each, which opens with the first call.
    func makeClients() throws -> Clients {
        try FileLimit.raise()
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let tls = try trust.map { try ClientTLS(trust: .file($0)) }
        let clients = (0..<connections).map { _ in
            NetworkClient(
                target, tls: tls, configuration: ClientConfiguration(connectTimeout: .seconds(30)),
                eventLoops: eventLoops,
                logger: Logger(label: "rollcall-bench")
            ).retrying()
        }
        return Clients(
            all: clients, eventLoop: eventLoops.next(),
            executor: tasks == .eventLoop ? EventLoopTaskExecutor(eventLoops.next()) : nil)
    }

    var duration: TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}

/// A client as programs have it: a call that has reached no handler is made again.
typealias LoadClient = RetryingClient<NetworkClient>

/// The clients of a load, and where their callers run.
struct Clients {
    let all: [LoadClient]
    let eventLoop: any EventLoop
    /// Nil: the global executor.
    let executor: (any TaskExecutor)?

    var first: BenchServiceClient { BenchServiceClient(all[0]) }
}

extension Endpoint {
    /// A client with a connection of its own.
    func client(_ eventLoops: any EventLoopGroup) -> LoadClient {
        NetworkClient(self, eventLoops: eventLoops).retrying()
    }
}

extension Endpoint: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }

    public var defaultValueDescription: String { description }
}
