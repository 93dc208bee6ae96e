import RollcallAPI

extension ServerReport {
    /// A line with what matters most, and below it what there is besides.
    var text: String {
        ([headline] + details.map { "  \($0)" }).joined(separator: "\n")
    }

    private var headline: String {
        let words = problem ?? (isServing ? "answers calls" : "refuses calls")
        return "\(name.rawValue) at \(endpoint): \(words)"
    }

    private var details: [String] {
        guard let status else { return [] }
        var lines = status.troubles.map { "\($0.sentence), since \($0.sinceMs.timeText)" }
        lines.append("version \(status.version), running since \(status.startedAtMs.timeText)")
        if status.certificateEndsAtMs > 0 {
            lines.append("certificate until \(status.certificateEndsAtMs.timeText)")
        }
        if let disk = resources?.disk {
            lines.append(
                "disk: \(disk.freeBytes.sizeText) of \(disk.sizeBytes.sizeText) are free")
        }
        if let waitingMail { lines.append("mails that wait: \(waitingMail)") }
        if let waitingNotices { lines.append("notices that wait for Auth: \(waitingNotices)") }
        return lines
    }

    var json: JSON {
        .object([
            "certificate_ends_at_ms": (status?.certificateEndsAtMs).positiveJSON,
            "disk": resources?.disk.map(\.json) ?? .null,
            "endpoint": .string(endpoint),
            "is_reachable": .bool(status != nil),
            "is_serving": .bool(isServing),
            "is_well": .bool(isWell),
            "mail_waiting": waitingMail.map { .number(Int64(clamping: $0)) } ?? .null,
            "notices_waiting": waitingNotices.map { .number(Int64(clamping: $0)) } ?? .null,
            "problem": problem.map(JSON.string) ?? .null,
            "service": .string(name.rawValue),
            "started_at_ms": (status?.startedAtMs).positiveJSON,
            "troubles": .array((status?.troubles ?? []).map(\.json)),
            "version": status.map { .string($0.version) } ?? .null,
        ])
    }
}

extension ServerTrouble {
    fileprivate var json: JSON {
        .object([
            "name": .string(name), "refuses_calls": .bool(refusesCalls),
            "sentence": .string(sentence), "since_ms": .number(sinceMs),
        ])
    }
}

extension DiskSpace {
    fileprivate var json: JSON {
        .object([
            "free_bytes": .number(Int64(clamping: freeBytes)),
            "size_bytes": .number(Int64(clamping: sizeBytes)),
        ])
    }
}

extension Int64? {
    /// Null for a time that there is not.
    fileprivate var positiveJSON: JSON {
        self.flatMap { $0 > 0 ? .number($0) : nil } ?? .null
    }
}

extension UInt64 {
    /// A number of bytes, such as `12.5 GiB`.
    fileprivate var sizeText: String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"]
        var (tenths, unit) = (self, 0)
        while unit < units.count - 1, tenths >= 1024 * (unit == 0 ? 1 : 10) {
            // Tenths from the first division on.
            tenths = (unit == 0 ? tenths * 10 : tenths) / 1024
            unit += 1
        }
        return unit == 0 ? "\(tenths) bytes" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
