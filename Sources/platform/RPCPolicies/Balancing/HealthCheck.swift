import RollcallRPC
import RollcallWire

/// Watches whether the server at the other end of a connection serves, by its `HealthService`.
/// While the watch is broken the server counts as not serving; a server without a health service as
/// serving.
struct HealthCheck: Sendable {
    typealias Report = @Sendable (_ isServing: Bool) -> Void

    /// Reports each change of the server as a whole, the first at once, until its task is
    /// cancelled.
    var watch: @Sendable (any RPCClient, _ report: @escaping Report) async throws -> Void = {
        client, report in
        for try await state in try await HealthServiceClient(client).watch(HealthCheckRequest()) {
            report(state.status == .serving)
        }
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
