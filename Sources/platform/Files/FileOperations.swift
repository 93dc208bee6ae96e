/// Why a system call failed: its `errno`.
struct SystemError: Error, Equatable {
    var code: Int32
}

struct FileStatus: Equatable {
    /// Bytes.
    var size: Int
    /// A regular file with one name. This process's user owns it, and no other user has access.
    var isPrivateFile: Bool
}

/// The system calls of the store, one function each. Tests replace them to make any call fail, or
/// to cut the power between two calls.
///
/// Names are single components. They are resolved in an open directory, and links are never
/// followed. An interrupted call is repeated inside.
protocol FileOperations: Sendable {
    typealias Descriptor = Int32

    /// `path` is absolute and comes from the operator, so links in it are followed.
    func openDirectory(path: String) throws(SystemError) -> Descriptor
    func openDirectory(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
    /// Creates it with mode 0700. Throws EEXIST if there is one.
    func makeDirectory(_ name: String, in directory: Descriptor) throws(SystemError)
    /// Locks the whole directory for this process. Throws EWOULDBLOCK if another process has locked
    /// it.
    func lock(_ directory: Descriptor) throws(SystemError)
    func names(in directory: Descriptor) throws(SystemError) -> [String]

    /// Creates a new file for writing, with mode 0600. Throws EEXIST if there is one.
    func create(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
    func open(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
    func status(_ file: Descriptor) throws(SystemError) -> FileStatus
    /// Returns how many bytes were written: at least one unless `bytes` is empty.
    func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) -> Int
    /// Returns how many bytes were read; 0 at the end.
    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int
    /// Makes the kernel drop its cache of the file, so that the next read comes from the disk. The
    /// kernel may keep a part.
    func dropCache(_ file: Descriptor)
    func close(_ descriptor: Descriptor)

    /// Replaces the file with the new name atomically.
    func rename(
        _ name: String, in directory: Descriptor, to newName: String, in newDirectory: Descriptor
    ) throws(SystemError)
    func remove(_ name: String, in directory: Descriptor) throws(SystemError)

    /// A file's bytes and size survive power loss once this returns.
    func syncData(_ file: Descriptor) throws(SystemError)
    /// A directory's names survive power loss once this returns.
    func syncDirectory(_ directory: Descriptor) throws(SystemError)
}
