import Glibc
import Logging

/// Writes each log event as one line to standard error.
package struct StandardErrorLog: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    /// Whether the journal reads standard error: it takes the level from a prefix.
    private let isForJournal: Bool

    package init(level: Logger.Level, isForJournal: Bool) {
        self.logLevel = level
        self.isForJournal = isForJournal
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var metadata = metadata
        metadata.merge(metadataProvider?.get() ?? [:]) { $1 }
        metadata.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { metadata["error"] = "\(error)" }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let line = LogLine(
            time: now, level: event.level, message: event.message.description, metadata: metadata)
        Self.write(isForJournal ? line.forJournal : line.text)
    }

    /// Writes a line by one call, so that lines of several threads do not mix.
    static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
