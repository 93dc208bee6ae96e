import RollcallCrypto
import Synchronization

/// One blob on its way into a `BlobDirectory`. Every call blocks; calls from several threads take
/// turns. Dropped without a commit, its file is removed.
package final class BlobFileWriter: Sendable {
    private let name: String
    private let directory: BlobDirectory
    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// Nil once the writer is closed.
        var file: FileOperations.Descriptor?
        var size = 0
        let hash = SHA256Hasher()
    }

    init(name: String, directory: BlobDirectory) throws(BlobError) {
        let file = try system { () throws(SystemError) in
            try directory.files.create(name, in: directory.temporary)
        }
        self.name = name
        self.directory = directory
        state = Mutex(State(file: file))
    }

    deinit {
        abort()
    }

    /// Appends. If it throws, the writer is closed and its file removed.
    package func write(_ bytes: [UInt8]) throws(BlobError) {
        try state.withLock { (state) throws(BlobError) in
            guard let file = state.file, !state.hash.isFinished else { throw .closed }
            do throws(BlobError) {
                try directory.checkHealth()
                guard bytes.count <= directory.blobLimit - state.size else { throw .tooLarge }
                try system { () throws(SystemError) in
                    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                        try directory.files.writeAll(UnsafeRawBufferPointer(bytes), to: file)
                    }
                }
            } catch {
                discard(&state)
                throw error
            }
            state.hash.update(bytes)
            state.size += bytes.count
        }
    }

    /// Says what the blob is named. Nothing is written after that.
    package func finish() throws(BlobError) -> BlobID {
        try state.withLock { (state) throws(BlobError) in
            guard state.file != nil else { throw .closed }
            return BlobID(state.hash.finish())
        }
    }

    /// Makes the blob readable and durable, and closes the writer either way.
    ///
    /// Throws `failed` if a sync did not succeed; the blob is then there whole or not at all.
    package func commit() throws(BlobError) -> BlobID {
        try state.withLock { (state) throws(BlobError) in
            guard let file = state.file else { throw .closed }
            let id = BlobID(state.hash.finish())
            do throws(BlobError) {
                try directory.checkHealth()
                try directory.synced { () throws(SystemError) in
                    try directory.files.syncData(file)
                }
                try directory.publish(name, as: id)
            } catch {
                discard(&state)
                throw error
            }
            directory.files.close(file)
            state.file = nil
            return id
        }
    }

    /// Throws away what was written. Does nothing to a closed writer.
    package func abort() {
        state.withLock { discard(&$0) }
    }

    private func discard(_ state: inout State) {
        guard let file = state.file else { return }
        state.file = nil
        directory.files.close(file)
        // If this fails, the next start sweeps it; if it was renamed already, it is no longer here.
        try? directory.files.remove(name, in: directory.temporary)
    }
}
