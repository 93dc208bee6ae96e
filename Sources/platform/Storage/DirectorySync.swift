import Foundation
import Glibc

/// Has the name of a file on the disk, so that one that was just made cannot be gone after a power cut.
///
/// - Returns: whether it is there; if not, `errno` says why.
package func syncDirectory(of path: String) -> Bool {
    let descriptor = open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
}

func directory(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
}
