import NIOPosix

/// A `BlobDirectory` behind asynchronous calls: its blocking happens on the threads of a pool,
/// and as many calls run at once as the pool has threads.
///
/// A call that is cancelled before a thread took it throws `CancellationError` and does nothing.
package struct FileBlobStore: BlobStore {
    private let directory: BlobDirectory
    private let threads: NIOThreadPool

    /// The pool is the caller's, to start and to shut down.
    package init(_ directory: BlobDirectory, threads: NIOThreadPool) {
        self.directory = directory
        self.threads = threads
    }

    package func makeWriter() async throws -> any BlobWriter {
        let writer = try await threads.runIfActive { [directory] in try directory.makeWriter() }
        return Writer(writer: writer, threads: threads)
    }

    package func read(_ id: BlobID) async throws -> [UInt8] {
        try await threads.runIfActive { [directory] in try directory.read(id) }
    }

    package func check(_ id: BlobID) async throws -> Int {
        try await threads.runIfActive { [directory] in try directory.check(id) }
    }

    package func blobs(inShard byte: UInt8) async throws -> [BlobID] {
        try await threads.runIfActive { [directory] in try directory.blobs(inShard: byte) }
    }

    package func delete(_ id: BlobID) async throws {
        try await threads.runIfActive { [directory] in try directory.delete(id) }
    }

    /// The directory is of one process, and its calls end before they return.
    package var settlingTime: Duration { .zero }

    private struct Writer: BlobWriter {
        let writer: BlobFileWriter
        let threads: NIOThreadPool

        func write(_ bytes: [UInt8]) async throws {
            try await threads.runIfActive { [writer] in try writer.write(bytes) }
        }

        func finish() async throws -> BlobID {
            try writer.finish()
        }

        func commit() async throws -> BlobID {
            try await threads.runIfActive { [writer] in try writer.commit() }
        }

        func abort() async {
            // Cancelled, the file goes when the last reference does.
            try? await threads.runIfActive { [writer] in writer.abort() }
        }
    }
}
