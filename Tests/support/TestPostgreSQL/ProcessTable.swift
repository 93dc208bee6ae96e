import Foundation

/// What `/proc` says of processes (proc(5)).
enum ProcessTable {
    static func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { status(of: $0)?.parent == parent }
    }

    /// Whether it has not ended; a zombie has.
    static func isRunning(_ process: pid_t) -> Bool {
        status(of: process).map { $0.state != "Z" } ?? false
    }

    /// The fields behind the name, which ends with the last parenthesis.
    private static func status(of process: pid_t) -> (state: Substring, parent: pid_t?)? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? (fields[0], pid_t(fields[1])) : nil
    }
}
