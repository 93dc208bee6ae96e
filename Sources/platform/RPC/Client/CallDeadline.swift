/// How long a caller still waits, over all that is done for one call.
package struct CallDeadline: Sendable {
    private let end: ContinuousClock.Instant?

    package init(_ timeout: Duration?) {
        self.end = timeout.map { .now + $0 }
    }

    var remaining: Duration? {
        end.map { ContinuousClock.now.duration(to: $0) }
    }

    /// Whether the caller still waits when a pause is over.
    package func outlasts(_ pause: Duration) -> Bool {
        guard let remaining else { return true }
        return pause < remaining
    }

    package func shortened(_ options: CallOptions) -> CallOptions {
        var options = options
        options.timeout = remaining
        return options
    }
}

/// - Throws: `RPCError` (`cancelled`) when the caller gives up.
package func pause(for duration: Duration) async throws {
    guard duration > .zero else { return }
    do {
        try await Task.sleep(for: duration)
    } catch {
        throw RPCError(.cancelled, "the call was cancelled by its caller").notProcessed
    }
}
