import Foundation
import TestSupport

/// The files of photos in a directory of Profile.
extension TemporaryDirectory {
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
