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
        var lines = status.troubles.map { "\($0.sentence), since \($0.beganAtMs.timeText)" }
        lines.append("version \(status.version), running since \(status.startedAtMs.timeText)")
        if status.certificateEndsAtMs > 0 {
            lines.append("certificate until \(status.certificateEndsAtMs.timeText)")
        }
        if let disk = resources?.disk {
            lines.append("disk: \(disk.freeBytes.sizeText) of \(disk.sizeBytes.sizeText) are free")
        }
        if let waitingMail { lines.append("mails that wait: \(waitingMail)") }
        if let waitingNotices { lines.append("notices that wait for Auth: \(waitingNotices)") }
        return lines
    }

    var json: JSON {
        [
            "endpoint": endpoint, "isServing": isServing, "isWell": isWell, "problem": problem,
            "resources": resources?.json, "service": name.rawValue, "status": status?.json,
        ]
    }
}

extension UInt64 {
    /// A number of bytes, such as `12.5 GiB`.
    var sizeText: String {
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
