/// Why a system call failed: its `errno`.
struct SystemError: Error, Equatable {
    var code: Int32
}

struct FileStatus: Equatable {
    /// Bytes.
    var size: Int
    /// A regular file with one name, owned by this process's user, closed to everyone else.
    var isPrivateFile: Bool
}

/// The system calls that the store makes, one each. Tests replace them to have any of them fail, and
/// to cut the power between any two.
///
/// Names are single components, resolved against an open directory and never through a link.
/// An interrupted call is made again inside.
protocol FileOperations: Sendable {
    typealias Descriptor = Int32

    /// `path` is absolute and the operator's, so links in it are followed.
    func openDirectory(path: String) throws(SystemError) -> Descriptor
    func openDirectory(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
    /// Mode 0700. Throws EEXIST if there is one.
    func makeDirectory(_ name: String, in directory: Descriptor) throws(SystemError)
    /// Takes the whole directory for this process. Throws EWOULDBLOCK if another has it.
    func lock(_ directory: Descriptor) throws(SystemError)
    func names(in directory: Descriptor) throws(SystemError) -> [String]

    /// A new file to write, mode 0600. Throws EEXIST if there is one.
    func create(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
    func open(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor
    func status(_ file: Descriptor) throws(SystemError) -> FileStatus
    /// Returns how many bytes were taken, at least one unless `bytes` is empty.
    func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) -> Int
    /// Returns how many bytes came, 0 at the end.
    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int
    /// Has the kernel forget what it keeps of the file in memory, so that the next read is from the disk. It
    /// may keep some of it.
    func dropCache(_ file: Descriptor)
    func close(_ descriptor: Descriptor)

    /// Replaces what has the new name, at one instant.
    func rename(
        _ name: String, in directory: Descriptor, to newName: String, in newDirectory: Descriptor
    ) throws(SystemError)
    func remove(_ name: String, in directory: Descriptor) throws(SystemError)

    /// A file's bytes and size survive power loss once this returns.
    func syncData(_ file: Descriptor) throws(SystemError)
    /// A directory's names survive power loss once this returns.
    func syncDirectory(_ directory: Descriptor) throws(SystemError)
}
