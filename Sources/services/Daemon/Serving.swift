import Glibc
import Introspection
import Logging
import NIOCore
import RollcallRPC
import ServiceLifecycle

/// Keeps a listening server until the process is asked to stop, and then drains it.
struct Serving: Service {
    let server: Server
    /// Where it listens, for a person.
    let places: String
    let health: HealthStatus
    let rounds: HealthRounds
    let beforeDraining: @Sendable () async -> Void
    let supervisor: Supervisor?
    let logger: Logger

    func run() async throws {
        health.set(.serving)
        logger.info("ready", metadata: ["listen.endpoints": "\(places)"])
        let status = health.report.statusLine(answeringOn: places)
        supervisor?.notify("READY=1\nSTATUS=\(status)")
        try? await cancelWhenGracefulShutdown {
            try await rounds.run(answeringOn: places, told: status)
        }
        // Before any client is told, so that none comes back.
        health.beginDrain()
        rounds.setGauges()
        logger.info("draining")
        supervisor?.notify("STOPPING=1\nSTATUS=Letting the running calls end")
        await beforeDraining()
        await server.drain()
        logger.info("drained")
    }
}

/// Work beside the server, cancelled when the process stops. If it ends before, it ends the
/// process.
struct BackgroundWork: Service {
    let work: @Sendable () async throws -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown(work)
        } catch is CancellationError {}
        if !Task.isCancelled, !Task.isShuttingDownGracefully {
            throw Failure("a part of the service has ended unexpectedly", EX_SOFTWARE)
        }
    }
}

extension EventLoopGroup {
    /// Returns once each event loop has turned.
    func turn() async throws {
        for eventLoop in makeIterator() { try await eventLoop.submit {}.get() }
    }
}
