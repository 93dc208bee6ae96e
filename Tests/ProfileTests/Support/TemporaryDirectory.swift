import Foundation

/// A directory of its own for each test, removed with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("profile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The files in `blobs/tmp`: uploads under way, or left behind.
    var temporaryFiles: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path + "/blobs/tmp") }
    }

    /// The names of all stored blobs.
    var blobs: Set<String> {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path + "/blobs")
            return Set(names.map { ($0 as NSString).lastPathComponent }.filter { $0.count == 64 })
        }
    }

    func blob(_ id: String) -> URL {
        URL(fileURLWithPath: "\(path)/blobs/\(id.prefix(2))/\(id)")
    }
}
