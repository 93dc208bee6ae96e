extension HealthServiceClient {
    /// Watches whether the server as a whole serves, again and again after pauses, until the task
    /// is cancelled. While the watch is broken the server counts as not serving; one without a
    /// health service counts as serving.
    ///
    /// - Parameter report: called with each change, the first at once.
    func watch(pausing backoff: Backoff, _ report: (_ isServing: Bool) -> Void) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                for try await state in try await watch(HealthCheckRequest()) {
                    report(state.status == .serving)
                }
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
