import Glibc

/// The system calls themselves.
struct POSIXFileOperations: FileOperations {
    func openDirectory(path: String) throws(SystemError) -> Descriptor {
        try check { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    func openDirectory(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
        try check { openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }

    func makeDirectory(_ name: String, in directory: Descriptor) throws(SystemError) {
        try check { mkdirat(directory, name, 0o700) }
    }

    func lock(_ directory: Descriptor) throws(SystemError) {
        try check { flock(directory, LOCK_EX | LOCK_NB) }
    }

    func names(in directory: Descriptor) throws(SystemError) -> [String] {
        // A descriptor of its own, because the stream closes it and moves its position.
        let descriptor = try openDirectory(".", in: directory)
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw SystemError(code: errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemError(code: errno) }
        return names
    }

    func create(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return try check { openat(directory, name, flags, 0o600) }
    }

    func open(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
        // Not to wait for a writer if a pipe lies there.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        return try check { openat(directory, name, flags) }
    }

    func status(_ file: Descriptor) throws(SystemError) -> FileStatus {
        var status = stat()
        try check { fstat(file, &status) }
        let isPrivate =
            status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 == 0
            && status.st_nlink == 1 && status.st_uid == geteuid()
        return FileStatus(size: Int(status.st_size), isPrivateFile: isPrivate)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) -> Int {
        try check { Glibc.write(file, bytes.baseAddress, bytes.count) }
    }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        try check { Glibc.read(file, buffer.baseAddress, buffer.count) }
    }

    func dropCache(_ file: Descriptor) {
        // Advice: nothing hangs on its answer.
        _ = posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
    }

    func close(_ descriptor: Descriptor) {
        // Nothing hangs on its answer: what had to be durable was synced before.
        _ = Glibc.close(descriptor)
    }

    func rename(
        _ name: String, in directory: Descriptor, to newName: String, in newDirectory: Descriptor
    ) throws(SystemError) {
        try check { renameat(directory, name, newDirectory, newName) }
    }

    func remove(_ name: String, in directory: Descriptor) throws(SystemError) {
        try check { unlinkat(directory, name, 0) }
    }

    func syncData(_ file: Descriptor) throws(SystemError) {
        try check { fdatasync(file) }
    }

    func syncDirectory(_ directory: Descriptor) throws(SystemError) {
        try check { fsync(directory) }
    }

    @discardableResult
    private func check<Result: SignedInteger>(
        _ call: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw SystemError(code: errno) }
        }
    }
}
