import Foundation
import Testing

/// What a daemon asks of the disk, written down by a library that is preloaded into it, and made to
/// fail.
final class DiskProbe: Sendable {
    /// A call that has succeeded; an answer is noted before it is sent.
    enum Entry: Equatable {
        /// Bytes as hexadecimal digits; no offset: behind what was written before.
        case write(path: String, offset: Int?, bytes: Substring)
        case cut(path: String, size: Int)
        case sync(path: String)
        case rename(from: String, to: String)
        case remove(path: String)
        case answer(photo: String)
    }

    private let directory: URL
    private let root: String

    /// - Parameter root: what is watched.
    init(of root: URL) throws {
        self.root = root.path
        directory = FileManager.default.temporaryDirectory.appending(
            path: "probe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        try compilePreload("disk", to: library)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private var library: URL { directory.appending(path: "disk.so") }
    private var trace: URL { directory.appending(path: "trace") }
    private var fault: URL { directory.appending(path: "fault") }

    /// What the daemon is started with.
    var environment: [String: String] {
        [
            "LD_PRELOAD": library.path, "DISK_ROOT": root, "DISK_TRACE": trace.path,
            "DISK_FAULT": fault.path,
        ]
    }

    /// Has the next calls of a kind fail.
    ///
    /// - Parameters:
    ///   - kind: `write`, `sync` or `rename`.
    ///   - pattern: of paths below the root (fnmatch(3)).
    func fail(_ kind: String, _ pattern: String, with code: Int32, times: Int32 = 1) throws {
        // Renamed into its place, it is never seen by half.
        try Data("\(kind) \(root)/\(pattern) \(code) \(times)\n".utf8)
            .write(to: fault, options: .atomic)
    }

    /// Has no more calls fail.
    func heal() throws {
        try FileManager.default.removeItem(at: fault)
    }

    /// Whether all calls have failed that were to.
    var hasFailed: Bool { !FileManager.default.fileExists(atPath: fault.path) }

    /// Forgets what was written down so far.
    func clear() throws {
        try Data().write(to: trace)
    }

    func entries() throws -> [Entry] {
        try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return switch words[0] {
            case "write":
                .write(
                    path: String(words[1]), offset: Int(words[2]).flatMap { $0 < 0 ? nil : $0 },
                    bytes: words.count > 3 ? words[3] : "")
            case "cut": .cut(path: String(words[1]), size: Int(words[2]) ?? 0)
            case "remove": .remove(path: String(words[1]))
            case "sync": .sync(path: String(words[1]))
            case "rename": .rename(from: String(words[1]), to: String(words[2]))
            default: .answer(photo: String(words[1]))
            }
        }
    }
}
