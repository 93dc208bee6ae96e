import ArgumentParser
import FoundationEssentials

/// When something ends: a time, or how long from now.
enum UntilTime: Equatable {
    /// Milliseconds since 1970-01-01 UTC.
    case time(Int64)
    case after(Duration)

    /// Reads `2026-12-01`, `2026-12-01T10:00:00Z`, `90m`, `12h` or `30d`.
    init?(argument: String) {
        if let duration = Self.duration(argument) {
            self = .after(duration)
            return
        }
        let day = Date.ISO8601FormatStyle().year().month().day()
        let date =
            (try? Date(argument, strategy: .iso8601)) ?? (try? Date(argument, strategy: day))
        guard let date else { return nil }
        self = .time(Int64(date.timeIntervalSince1970 * 1000))
    }

    /// How a time is written.
    static let forms = "2026-12-01, 2026-12-01T10:00:00Z, 90m, 12h or 30d"

    /// Reads the value of an option.
    ///
    /// - Throws: `ValidationError`, which says how a time is written.
    static func read(_ text: String) throws -> UntilTime {
        guard let time = UntilTime(argument: text) else {
            throw ValidationError("Give \(forms).")
        }
        return time
    }

    /// - Parameter now: milliseconds since 1970-01-01 UTC.
    func milliseconds(now: Int64) -> Int64 {
        switch self {
        case .time(let time): time
        case .after(let duration): now + duration.components.seconds * 1000
        }
    }

    private static func duration(_ text: String) -> Duration? {
        guard let unit = text.last, let count = Int64(text.dropLast()), 1...1_000_000 ~= count
        else { return nil }
        switch unit {
        case "m": return .seconds(count * 60)
        case "h": return .seconds(count * 3600)
        case "d": return .seconds(count * 86_400)
        default: return nil
        }
    }
}
