import ArgumentParser
import Glibc
import Logging
import MessageJSON
import RollcallBasics

/// How log events are written.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

/// A log event as a line of text: time, level, message, then `key=value` in the order of the keys.
///
/// Whatever was logged, it stays one line, and a value cannot pass for another key.
struct LogLine {
    let time: timespec
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata

    var text: String {
        var line = "\(timestamp) \(level) \(Self.escaped(message))"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line += " \(Self.escaped(key))=\(Self.quoted("\(value)"))"
        }
        return line
    }

    /// An object of JSON: `time`, `level`, `message`, and `metadata` as an object of strings.
    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        for (key, value) in [("time", timestamp), ("level", "\(level)"), ("message", message)] {
            writer.key(key)
            writer.string(value)
        }
        writer.key("metadata")
        writer.beginObject()
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            writer.key(key)
            writer.string("\(value)")
        }
        writer.endObject()
        writer.endObject()
        return writer.text
    }

    /// - Parameter isForJournal: whether the priority stands in front, as sd-daemon(3) has it.
    func text(_ format: LogFormat, isForJournal: Bool) -> String {
        (isForJournal ? "<\(priority)>" : "") + (format == .json ? json : text)
    }

    /// UTC, in milliseconds (RFC 3339).
    private var timestamp: String {
        let milliseconds = String(time.tv_nsec / 1_000_000 + 1000).dropFirst()
        return utcText(time.tv_sec, "%Y-%m-%dT%H:%M:%S.\(milliseconds)Z")
    }

    private var priority: Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    private static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" }
        return isPlain
            ? escaped(value)
            : "\"\(escaped(value).replacing("\"", with: "\\\""))\""
    }

    /// Control and other hidden characters, and the backslash, as escapes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isHidden {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result += scalar == "\\" ? "\\\\" : String(scalar)
            }
        }
        return result
    }
}
