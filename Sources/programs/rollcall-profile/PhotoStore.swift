import Blobs
import NIOPosix
import Profile

/// The photos' store of this process, with the threads on which it blocks.
struct PhotoStore {
    let blobs: any BlobStore
    /// The store if it is a server, which can be away.
    let server: S3BlobStore?
    private let threads: NIOThreadPool

    /// Photos that are read or written at once; each spends its time waiting for the disk.
    private static let fileThreads = 8
    /// Waiting for the network takes longer.
    private static let requestThreads = 32

    /// Opens the store.
    ///
    /// - Throws: `Failure`, `BlobError`: also when an S3 store does not answer, or not with the
    ///   bucket.
    init(_ options: PhotoStoreOptions, directory: String) async throws {
        // Photos that were taken under another limit are read as before.
        let blobLimit = PhotoLimits.byteRange.upperBound
        guard let objectStore = try options.objectStore() else {
            threads = NIOThreadPool(numberOfThreads: Self.fileThreads)
            threads.start()
            blobs = FileBlobStore(
                try BlobDirectory(path: directory, blobLimit: blobLimit), threads: threads)
            server = nil
            return
        }
        threads = NIOThreadPool(numberOfThreads: Self.requestThreads)
        threads.start()
        let server = try S3BlobStore(
            objectStore.bucket, credentials: objectStore.credentials,
            authorities: objectStore.authorities, blobLimit: blobLimit, threads: threads)
        try await server.check()
        (blobs, self.server) = (server, server)
    }

    func close() async throws {
        try await threads.shutdownGracefully()
    }
}
