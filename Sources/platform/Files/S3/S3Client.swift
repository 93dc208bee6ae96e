import Synchronization

/// Makes requests to an S3 store until one succeeds, or until there is nothing to hope for.
final class S3Client: Sendable {
    private let transport: S3Transport
    private let limits: S3Limits
    private let credentials: @Sendable () throws -> S3Credentials
    private let state = Mutex(State())

    /// Why the last requests failed that found the store away; nil since one has succeeded. A store
    /// may answer one kind and refuse the other.
    private struct State {
        var reading: BlobError?
        var writing: BlobError?
    }

    /// - Parameter credentials: asked again when the store has refused the last ones.
    init(
        _ transport: S3Transport, limits: S3Limits,
        credentials: @escaping @Sendable () throws -> S3Credentials
    ) {
        self.transport = transport
        self.limits = limits
        self.credentials = credentials
    }

    var trouble: BlobError? { state.withLock { $0.reading ?? $0.writing } }
    /// The part of `trouble` that is about requests that change the store.
    var writeTrouble: BlobError? { state.withLock { $0.writing } }

    /// - Throws: `BlobError`, `CancellationError`.
    func send(_ request: S3Request) async throws -> S3Answer {
        let deadline = ContinuousClock.now + limits.call
        // Of a store that is away everybody asks once, instead of all the more.
        let attempts = trouble == nil ? limits.attempts : 1
        var hasNewCredentials = false
        var attempt = 1
        while true {
            let outcome = try await transport.send(request, until: deadline)
            guard let failure = S3Failure(outcome) else {
                guard case .answered(let answer) = outcome else { throw BlobError.dataLoss }
                note(nil, request)
                return answer
            }
            if case .denied = failure.error, !hasNewCredentials {
                hasNewCredentials = true
                if let new = try? credentials() {
                    transport.use(new)
                    continue
                }
            }
            let pause = limits.pause(after: attempt)
            guard failure.isTransient, attempt < attempts, .now + pause < deadline else {
                note(failure.error, request)
                throw failure.error
            }
            try await Task.sleep(for: pause)
            attempt += 1
        }
    }

    private func note(_ error: BlobError?, _ request: S3Request) {
        let trouble: BlobError? =
            switch error {
            case .unavailable, .denied, .noSpace: error
            default: nil
            }
        state.withLock { state in
            if request.method == .get { state.reading = trouble } else { state.writing = trouble }
        }
    }
}

extension S3Limits {
    /// Anything up to the longest, so that those who failed together do not come back together.
    fileprivate func pause(after attempt: Int) -> Duration {
        let longest = min(longestPause, firstPause * (1 << min(attempt - 1, 16)))
        return longest * Double.random(in: 0...1)
    }
}
