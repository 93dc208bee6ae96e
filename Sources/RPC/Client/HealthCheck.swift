/// Watches whether the server at the other end of a connection serves. The health service is part of
/// the generated API, which stands above this module: it is wired in from there.
public struct HealthCheck: Sendable {
    /// Takes a client of the one connection and reports each change, the first at once, until its
    /// task is cancelled. When it throws, the server does not serve until it is watched again; with
    /// `unimplemented`, the server has no health service and counts as serving.
    let watch: @Sendable (any RPCClient, _ report: @escaping Report) async throws -> Void

    public typealias Report = @Sendable (_ isServing: Bool) -> Void

    public init(
        watch: @escaping @Sendable (any RPCClient, _ report: @escaping Report) async throws -> Void
    ) {
        self.watch = watch
    }

    /// Watches a connection until the task is cancelled, again and again after pauses.
    func run(on client: any RPCClient, pausing backoff: Backoff, _ report: @escaping Report) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await watch(client, report)
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
