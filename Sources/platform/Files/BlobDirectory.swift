import Glibc
import Synchronization

/// Blobs as files below one directory, on one file system, used by one process at a time. Every
/// call blocks.
///
/// A blob is the file `<first two digits>/<all 64 digits>`. It is written to `tmp/`, as its name is
/// known only after its last byte. Then: data sync, rename, sync of the directory, acknowledgement.
/// The 256 directories are made when the store is opened, so no write has to sync parent
/// directories.
package final class BlobDirectory: Sendable {
    /// The largest blob, in bytes.
    package let blobLimit: Int
    let files: any FileOperations
    let temporary: FileOperations.Descriptor
    private let root: FileOperations.Descriptor
    private let writerCount = Atomic(0)
    /// The `errno` of the first sync that failed; 0 if none did.
    private let failure = Atomic<Int32>(0)

    /// Opens the store at `path`, an absolute path. Makes it if its parent exists. Removes the
    /// unfinished files of an earlier process.
    package convenience init(path: String, blobLimit: Int = 5 << 20) throws(BlobError) {
        try self.init(path: path, blobLimit: blobLimit, files: POSIXFileOperations())
    }

    init(path: String, blobLimit: Int, files: any FileOperations) throws(BlobError) {
        self.blobLimit = blobLimit
        self.files = files
        (root, temporary) = try system { () throws(SystemError) in
            let root = try files.makeDurableDirectory(path)
            do throws(SystemError) {
                return (root, try files.prepareStore(root))
            } catch {
                files.close(root)
                throw error
            }
        }
    }

    deinit {
        files.close(temporary)
        files.close(root)
    }

    /// Begins a blob.
    package func makeWriter() throws(BlobError) -> BlobFileWriter {
        try checkHealth()
        // No other process makes names here, and files of an earlier process were removed.
        let name = String(writerCount.wrappingAdd(1, ordering: .relaxed).newValue)
        return try BlobFileWriter(name: name, directory: self)
    }

    /// The whole blob, read and checked before any byte is returned.
    ///
    /// Memory for the whole blob is needed, at most `blobLimit`. In return the served bytes are
    /// exactly the checked bytes, which reading in pieces cannot promise.
    ///
    /// - Throws: `notFound`; `dataLoss`, `untrusted` and `tooLarge` for damage of this blob, also
    ///   if the disk cannot read it. All other errors are about the store.
    package func read(_ id: BlobID) throws(BlobError) -> [UInt8] {
        try read(id, fromDisk: false)
    }

    /// Reads the whole blob from the disk and compares its hash. Leaves nothing in the page cache.
    ///
    /// - Returns: its size in bytes.
    /// - Throws: as `read`.
    package func check(_ id: BlobID) throws(BlobError) -> Int {
        try read(id, fromDisk: true).count
    }

    private func read(_ id: BlobID, fromDisk: Bool) throws(BlobError) -> [UInt8] {
        let bytes: [UInt8] = try withShard(id.shard, isChecking: fromDisk) {
            (shard) throws(BlobError) in
            let file = try aboutBlob { () throws(SystemError) in try files.open(id.hex, in: shard) }
            defer { files.close(file) }
            let status = try aboutBlob { () throws(SystemError) in try files.status(file) }
            guard status.isPrivateFile else { throw .untrusted }
            guard status.size <= blobLimit else { throw .tooLarge }
            if fromDisk { files.dropCache(file) }
            defer { if fromDisk { files.dropCache(file) } }
            return try aboutBlob { () throws(SystemError) in
                try files.readAll(file, size: status.size)
            }
        }
        guard BlobID(of: bytes) == id else { throw .dataLoss }
        return bytes
    }

    /// Removes the blob, if it exists. The removal is durable when this returns.
    package func delete(_ id: BlobID) throws(BlobError) {
        try checkHealth()
        try withShard(id.shard) { (shard) throws(BlobError) in
            do throws(SystemError) {
                try files.remove(id.hex, in: shard)
            } catch {
                guard error.code == ENOENT else { throw BlobError(error) }
            }
            // Also if the file was missing: an earlier removal may have failed to sync.
            try synced { () throws(SystemError) in try files.syncDirectory(shard) }
        }
    }

    /// The blobs whose name begins with this byte: a 256th of the store. For scans for orphans or
    /// damage.
    package func blobs(inShard byte: UInt8) throws(BlobError) -> [BlobID] {
        let names = try withShard(Shard.names[Int(byte)]) { (shard) throws(BlobError) in
            try system { () throws(SystemError) in try files.names(in: shard) }
        }
        return names.compactMap(BlobID.init)
    }
}

extension BlobDirectory {
    /// Renames a synced temporary file to its final name, durably.
    func publish(_ name: String, as id: BlobID) throws(BlobError) {
        try withShard(id.shard) { (shard) throws(BlobError) in
            // A blob that is already there is replaced by identical bytes, which also repairs a
            // damaged one.
            try system { () throws(SystemError) in
                try files.rename(name, in: temporary, to: id.hex, in: shard)
            }
            try synced { () throws(SystemError) in try files.syncDirectory(shard) }
        }
    }

    /// Makes a sync, and remembers a failure for ever. After a failed sync the kernel marks the
    /// unwritten pages as clean, so the next sync would succeed and prove nothing.
    func synced(_ sync: () throws(SystemError) -> Void) throws(BlobError) {
        do throws(SystemError) {
            try sync()
        } catch {
            _ = failure.compareExchange(
                expected: 0, desired: error.code, ordering: .sequentiallyConsistent)
        }
        // Also checked after a success: another writer's failed sync may have consumed the error of
        // ours.
        try checkHealth()
    }

    func checkHealth() throws(BlobError) {
        let cause = failure.load(ordering: .sequentiallyConsistent)
        guard cause == 0 else { throw .failed(cause) }
    }

    private func withShard<Result>(
        _ name: String, isChecking: Bool = false,
        _ body: (FileOperations.Descriptor) throws(BlobError) -> Result
    ) throws(BlobError) -> Result {
        let shard: FileOperations.Descriptor
        do throws(SystemError) {
            shard = try files.openDirectory(name, in: root)
        } catch {
            // All directories are made when the store is opened: this is about the store, not about
            // one blob.
            let told = BlobError(error)
            guard error.code == ENOENT || isChecking && told != .exhausted else { throw told }
            throw .io(error.code)
        }
        defer { files.close(shard) }
        return try body(shard)
    }
}

/// Runs calls on one blob. It counts as damaged if the disk cannot read it, the file system reports
/// damage there, or the file is not ours to open.
private func aboutBlob<Result>(
    _ body: () throws(SystemError) -> Result
) throws(BlobError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        switch error.code {
        case EIO, EUCLEAN, EBADMSG: throw .dataLoss
        case EACCES, EPERM: throw .untrusted
        default: throw BlobError(error)
        }
    }
}

/// Runs system calls, and translates their errors to `BlobError`.
func system<Result>(
    _ body: () throws(SystemError) -> Result
) throws(BlobError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw BlobError(error)
    }
}
