import Foundation
import Synchronization

/// The clock of the services, by the library that is preloaded into them (see `clock.c`).
final class TestClock: Sendable {
    /// The environment of a service that goes by it.
    let environment: [String]
    private let path: String
    private let ahead = Mutex(Duration.zero)

    init(_ path: String) throws {
        self.path = path
        environment = [
            "LD_PRELOAD=\(try Services.program("librollcall-clock.so"))",
            "ROLLCALL_TEST_CLOCK=\(path)",
        ]
        _ = try forward(by: .zero)
    }

    /// - Returns: by how much it is ahead of the system's.
    func forward(by time: Duration) throws -> Duration {
        try ahead.withLock { ahead in
            // Three centuries would be more nanoseconds than there are.
            guard ahead + time <= .seconds(1_000_000_000) else {
                throw Failure(description: "the clock cannot be more than 30 years ahead")
            }
            ahead += time
            let nanoseconds = Int64(ahead / .nanoseconds(1))
            // In place, and at once: the services have the file in their memory.
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(file) }
            let count = withUnsafeBytes(of: nanoseconds) {
                pwrite(file, $0.baseAddress, $0.count, 0)
            }
            guard count == 8 else { throw Failure(description: "\(path): \(errorText())") }
            return ahead
        }
    }
}
