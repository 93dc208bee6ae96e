import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import RollcallRPC

/// Hummingbird's HTTP/1.1, with the task of each connection on the connection's event loop: no hop
/// to another thread and back for each part of a request. A client that closes its connection
/// cancels what is being done for it.
struct LoopBoundHTTP: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel
    private let executors: [ObjectIdentifier: EventLoopTaskExecutor]

    init(_ http: HTTP1Channel, _ eventLoops: MultiThreadedEventLoopGroup) {
        self.http = http
        executors = Dictionary(
            uniqueKeysWithValues: eventLoops.makeIterator().map {
                (ObjectIdentifier($0), EventLoopTaskExecutor($0))
            })
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        http.setup(channel: channel, logger: logger)
    }

    func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        let executor = executors[ObjectIdentifier(channel.eventLoop)]
        let task = Task(executorPreference: executor) {
            await http.handle(value: value, logger: logger)
        }
        try? await channel.pipeline.handler(type: ConnectionGate.self)
            .map { $0.onLeaving { task.cancel() } }.get()
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
