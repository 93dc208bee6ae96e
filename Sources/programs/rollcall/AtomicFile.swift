import Glibc
import RollcallBasics

/// A file that is there whole or not at all, whenever the power fails.
struct AtomicFile {
    let path: String

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - mode: its permissions.
    ///   - isReplaced: whether it may take the place of another.
    ///   - owner: whose it is: that of another file; nil for this process's user.
    /// - Throws: `Failure` (`conflict`) when there is one that may not be replaced.
    func write(
        _ bytes: [UInt8], mode: mode_t, replacing isReplaced: Bool = false, owner: stat? = nil
    ) throws {
        try FileDraft(of: self, mode: mode).keep(bytes, replacing: isReplaced, owner: owner)
    }

    /// Has the names in the directory survive a power failure.
    func syncDirectory() throws {
        guard RollcallBasics.syncDirectory(of: path) else { throw failure() }
    }

    var directory: String { RollcallBasics.directory(of: path) }

    var name: Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }

    /// What is there if it is not a regular file: a link, a pipe or a device is never replaced.
    var obstacle: String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR
            ? "is a directory" : "is not a regular file, and is not replaced; name another"
    }

    /// What `errno` says of the file.
    func failure() -> Failure {
        guard errno != EEXIST else { return .fileExists(path) }
        return .system(path)
    }
}

extension Failure {
    static func fileExists(_ path: String) -> Failure {
        Failure(.conflict, "\(path) exists. To overwrite it, add --force.")
    }
}
