import Glibc
import Logging
import RollcallBasics

/// A file that says what the process has counted, written anew every ten seconds, for Prometheus's
/// node_exporter (`--collector.textfile.directory`) or any reader. A reader always sees
/// a whole file: a new one is written beside it and renamed over it. Every user may read it: it
/// holds no secret, no address and no name.
struct MetricsFile: Sendable {
    let path: String
    let registry: MetricsRegistry
    let logger: Logger
    var interval = Duration.seconds(10)

    /// Writes until it is cancelled, and once more then.
    func run() async throws {
        try await repeating(every: interval, logger, "metrics cannot be written", write)
    }

    /// - Returns: why it could not.
    func write() -> String? {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return reason(temporary) }
        defer { close(descriptor) }
        // Whatever the process's umask: it is meant to be read by another user.
        guard fchmod(descriptor, 0o644) == 0,
            writeAll(Array(registry.text().utf8), to: descriptor), rename(temporary, path) == 0
        else {
            defer { unlink(temporary) }
            return reason(temporary)
        }
        return nil
    }

    private func reason(_ path: String) -> String {
        "\(path): \(errorText())"
    }
}
