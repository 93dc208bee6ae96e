import Glibc

/// Runs what blocks on a thread of its own: neither an event loop nor the threads of Swift's tasks wait
/// for it.
///
/// - Throws: what `body` throws.
func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        let work = Unmanaged.passRetained(
            Work { continuation.resume(with: Result(catching: body)) })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return continuation.resume(throwing: PhotoProgramError.notStarted("a thread", code))
        }
        pthread_detach(thread)
    }
}

private final class Work {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}
