import Foundation
import RollcallBasics

/// The mark of a SQLite file whose tables were moved: a file beside it, which names the place.
struct MovedFile {
    let path: String

    private var markPath: String { path + ".moved" }

    /// Where the tables are now; `nil` if they were not moved.
    var place: String? {
        guard access(markPath, F_OK) == 0 else { return nil }
        return (try? String(contentsOfFile: markPath, encoding: .utf8)) ?? ""
    }

    /// Why the file is not opened any more.
    func refusal(_ place: String) -> StorageError {
        .unfitDatabase(
            """
            the tables of \(path) were moved to \(place): start with --store. To go back to the \
            file, before anything was started there, remove \(markPath)
            """)
    }

    /// Makes the mark, durably. Does nothing if it is there.
    func mark(place: String) throws {
        guard let file = UnnamedFile(for: markPath, holding: Array(place.utf8)),
            file.link(to: markPath) || errno == EEXIST, syncDirectory(of: markPath)
        else { throw StorageError.system(markPath) }
    }
}
