import Glibc

/// Makes the name of a file durable, so that a file that was just made survives a power cut.
///
/// - Returns: whether the name is on the disk; if not, `errno` says why.
package func syncDirectory(of path: String) -> Bool {
    let descriptor = open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
}

/// The directory in which a file lies.
package func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// What `errno` says, in words.
package func errorText(_ code: CInt = errno) -> String {
    String(cString: strerror(code))
}
