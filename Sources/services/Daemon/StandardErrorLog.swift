import Glibc
import Logging
import RollcallBasics

/// Writes each log event as one line to standard error.
struct StandardErrorLog: LogHandler {
    /// Of all loggers of the process.
    let level: Renewable<Logger.Level>
    var logLevel: Logger.Level {
        get { level.value }
        set { level.value = newValue }
    }
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    let format: LogFormat
    /// Whether the journal reads standard error: it takes the level from a prefix.
    let isForJournal: Bool

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var metadata = metadata
        metadata.merge(metadataProvider?.get() ?? [:]) { $1 }
        metadata.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { metadata["error"] = "\(error)" }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let line = LogLine(
            time: now, level: event.level, message: event.message.description, metadata: metadata)
        Self.write(line.text(format, isForJournal: isForJournal))
    }

    /// Writes a line by one call, so that lines of several threads do not mix.
    static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
