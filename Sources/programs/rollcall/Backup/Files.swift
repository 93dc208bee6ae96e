import FoundationEssentials
import Glibc
import RollcallBasics
import RollcallCrypto

/// Whether there is something at a path, also a link that leads nowhere.
func exists(_ path: String) -> Bool { status(of: path) != nil }

func isDirectory(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

private func kind(of path: String) -> mode_t? { status(of: path).map { $0.st_mode & S_IFMT } }

/// Follows no link; nil if there is nothing.
func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
}

/// Reads a regular file once, and copies it meanwhile.
///
/// - Parameter target: where a copy is made; nil for none. It must not be there.
/// - Returns: the SHA-256 of what was read.
/// - Throws: `Failure`; `notFound` if there is no file, `conflict` if it cannot be read.
func readFile(
    _ path: String, copyingTo target: String? = nil, as owner: FileOwner? = nil
) throws -> SHA256Digest {
    let source = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else {
        throw errno == ENOENT ? Failure.noSuchFile(path) : Failure.unreadable(path)
    }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw Failure(.conflict, "\(path): it is not a file.")
    }
    let copy = try target.map { target in
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        return try owner?.act { open(target, flags, 0o600) } ?? open(target, flags, 0o600)
    }
    if let target, let copy, copy < 0 { throw Failure.system(target) }
    defer { if let copy { close(copy) } }
    let hasher = SHA256Hasher()
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let count = read(source, &piece, piece.count)
        guard count >= 0 else { throw Failure.unreadable(path) }
        guard count > 0 else { return hasher.finish() }
        let bytes = count == piece.count ? piece : Array(piece[..<count])
        hasher.update(bytes)
        if let target, let copy, !writeAll(bytes, to: copy) { throw Failure.system(target) }
    }
}

extension Failure {
    /// The error in `errno` for a file that was to be read.
    fileprivate static func unreadable(_ path: String) -> Failure {
        Failure(.conflict, Failure.system(path).message)
    }
}

/// The names in a directory, in their order.
///
/// - Parameter isDeep: whether the paths of all that is below it are listed.
func names(in directory: String, isDeep: Bool = false) throws -> [String] {
    let files = FileManager.default
    do {
        return try isDeep
            ? files.subpathsOfDirectory(atPath: directory).sorted()
            : files.contentsOfDirectory(atPath: directory).sorted()
    } catch {
        throw Failure.file(directory, "the directory cannot be read")
    }
}

/// Removes a directory with all that is in it, and follows no link.
func removeTree(_ path: String) throws {
    guard exists(path) else { return }
    do {
        try FileManager.default.removeItem(atPath: path)
    } catch {
        throw Failure.file(path, "it cannot be removed")
    }
}

/// Shrinks a file to nothing, in parts. Where mount(8) was given `discard`, a disk that frees much
/// space at once makes the commits of the services wait.
func empty(_ path: String) {
    // Who keeps another link to it keeps what is in it.
    guard isFile(path), let status = status(of: path), status.st_nlink == 1 else { return }
    var size = status.st_size
    while size > 0 {
        size = max(0, size - 16 << 20)
        truncate(path, size)
        usleep(5_000)
    }
}

func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST && isDirectory(path) else {
        throw Failure.system(path)
    }
}

/// Renames what is at a path, so that a power failure does not undo it.
func move(_ path: String, to target: String) throws {
    guard rename(path, target) == 0, syncDirectory(of: path), syncDirectory(of: target) else {
        throw Failure.system(path)
    }
}

/// Has all that was written survive a power failure.
///
/// - Parameter file: that which is asked whether it was written without an error: sync(2) does not
///   say so.
func syncAll(_ file: String) throws {
    sync()
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.system(file) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Failure.system(file) }
}

/// The first path that is free, with the present moment in its name, such as
/// `2026-11-28T030000Z`. Waits for a second if it must.
func momentPath(_ beginning: String) -> String {
    while true {
        let path = beginning + utcText(time(nil), "%Y-%m-%dT%H%M%SZ")
        if !exists(path) { return path }
        usleep(100_000)
    }
}

/// Has the services have the processor first.
func giveWay() { _ = nice(19) }
