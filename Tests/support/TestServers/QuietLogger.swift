import Logging

extension Logger {
    /// Writes nothing.
    package static var quiet: Logger {
        Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    }
}
