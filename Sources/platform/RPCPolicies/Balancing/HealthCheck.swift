import RollcallRPC
import RollcallWire

/// Watches whether the server at the other end of a connection serves, by its `HealthService`.
/// While the watch is broken the server counts as not serving; a server without a health service as
/// serving.
public struct HealthCheck: Sendable {
    typealias Report = @Sendable (_ isServing: Bool) -> Void

    /// Reports each change, the first at once, until its task is cancelled.
    private let watch: @Sendable (any RPCClient, _ report: @escaping Report) async throws -> Void

    /// - Parameter service: the full name of the service that is called, such as
    ///   `rollcall.v1.AuthService`; empty for the server as a whole.
    public init(service: String = "") {
        self.init { client, report in
            let states = try await HealthServiceClient(client).watch(
                HealthCheckRequest(service: service))
            for try await state in states { report(state.status == .serving) }
        }
    }

    init(
        watch: @escaping @Sendable (any RPCClient, _ report: @escaping Report) async throws -> Void
    ) {
        self.watch = watch
    }

    /// The check, as a client's connections are watched by it.
    var watching: ConnectionWatch {
        { connection, backoff, report in
            await run(on: connection, pausing: backoff, report)
        }
    }

    /// Watches a connection until the task is cancelled, again and again after pauses.
    func run(on client: any RPCClient, pausing backoff: Backoff, _ report: @escaping Report) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await watch(client, report)
                report(false)
            } catch let error as RPCError where error.code == .unimplemented {
                return report(true)
            } catch {
                report(false)
            }
            failures += 1
            try? await Task.sleep(for: backoff.pause(after: failures))
        }
    }
}
