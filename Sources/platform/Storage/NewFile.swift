import Glibc
import RollcallBasics

/// A file that gets its name once it is whole and on the disk. Until then it has a temporary one:
/// the later name and six random characters. A crash can leave it under that name.
package final class NewFile: Sendable {
    private let descriptor: CInt
    private let temporaryName: [CChar]

    /// Writes the bytes to a file in the directory of `path`, for its user alone.
    ///
    /// - Returns: `nil` if it cannot; `errno` says why.
    package init?(for path: String, holding bytes: [UInt8]) {
        var name = Array((path + ".XXXXXX").utf8CString)
        descriptor = mkstemp(&name)
        temporaryName = name
        guard descriptor >= 0, writeAll(bytes, to: descriptor), fsync(descriptor) == 0
        else { return nil }
    }

    deinit {
        guard descriptor >= 0 else { return }
        unlink(temporaryName)
        close(descriptor)
    }

    /// Gives the file its name.
    ///
    /// - Returns: whether it has it; if not, `errno` says why (`EEXIST`: another file has it).
    package func link(to path: String) -> Bool {
        Glibc.link(temporaryName, path) == 0 && unlink(temporaryName) == 0
    }
}
