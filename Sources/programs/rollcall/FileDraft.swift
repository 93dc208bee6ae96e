import Glibc

/// A place for a file, beside its own and under another name: so that what is dear to get is not
/// asked for before it is known that it can be kept. It goes with the object.
final class FileDraft {
    private let file: AtomicFile
    private let temporary: String
    private let descriptor: Int32

    /// - Parameter mode: the file's permissions.
    /// - Throws: `Failure` where the file cannot be written.
    init(of file: AtomicFile, mode: mode_t) throws {
        if let obstacle = file.obstacle { throw Failure.file(file.path, obstacle) }
        self.file = file
        temporary = "\(file.directory)/.\(file.name).\(UInt64.random(in: 0 ... .max)).tmp"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        // Whatever the umask is.
        guard descriptor >= 0, fchmod(descriptor, mode) == 0 else { throw file.failure() }
    }

    /// For a file that must not be there.
    convenience init(ofNew path: String) throws {
        guard access(path, F_OK) != 0 else {
            throw Failure(.conflict, "\(path) exists. Name another file.")
        }
        try self.init(of: AtomicFile(path: path), mode: 0o600)
    }

    deinit {
        close(descriptor)
        unlink(temporary)
    }

    /// Adds to the end of the file.
    func append(_ bytes: [UInt8]) throws {
        guard Output.Stream(descriptor: descriptor).write(bytes) else { throw file.failure() }
    }

    /// Writes the rest, and gives the file its name, as `AtomicFile.write` does.
    func keep(_ bytes: [UInt8], replacing isReplaced: Bool = false, owner: stat? = nil) throws {
        guard Output.Stream(descriptor: descriptor).write(bytes),
            owner.map({ fchown(descriptor, $0.st_uid, $0.st_gid) }) ?? 0 == 0,
            fsync(descriptor) == 0,
            (isReplaced ? rename : link)(temporary, file.path) == 0
        else { throw file.failure() }
        unlink(temporary)
        try file.syncDirectory()
    }
}
