/// Where blobs are kept: files, or the objects of an S3 store.
///
/// Identical bytes are one blob, however often they are written. The store counts no references: its
/// caller counts them, in the transaction that also holds the row. The caller also keeps a deletion
/// from racing with a commit of the same bytes.
package protocol BlobStore: Sendable {
    /// Begins a blob. Nothing can be read of it before it is committed.
    func makeWriter() async throws -> any BlobWriter

    /// The whole blob, after its hash was checked. At most the store's limit, 5 MiB by default.
    ///
    /// Throws `BlobError.notFound`, or `dataLoss` if a bit has changed.
    func read(_ id: BlobID) async throws -> [UInt8]

    /// Reads the whole blob from where it is kept, and compares its hash. On a disk it leaves nothing in the
    /// page cache, and does not believe what is there.
    ///
    /// - Returns: its size in bytes.
    /// - Throws: `BlobError.notFound`; `dataLoss`, `untrusted` and `tooLarge` for damage of this blob. All
    ///   other errors are about the store.
    func check(_ id: BlobID) async throws -> Int

    /// The blob's size in bytes, unchecked, or nil if there is none.
    func size(of id: BlobID) async throws -> Int?

    /// The blobs whose names begin with this byte, in no order: a 256th of the store.
    func blobs(inShard byte: UInt8) async throws -> [BlobID]

    /// Removes the blob for good, also what was moved aside of it; power loss does not bring it back. Without
    /// one it does nothing.
    func delete(_ id: BlobID) async throws

    /// Moves the blob aside, where nobody reads it. Without one it does nothing.
    func quarantine(_ id: BlobID) async throws

    /// How long a call that was given up may still take effect on a blob that others write or delete.
    /// Zero for a store of one process.
    var settlingTime: Duration { get }
}

/// One blob being written, a chunk after another. Dropped without a commit, it leaves nothing.
package protocol BlobWriter: Sendable {
    /// Appends. Throws `BlobError.tooLarge` or `noSpace`, after which the writer is closed.
    func write(_ bytes: [UInt8]) async throws

    /// The name of the blob. Nothing is written after this call, and nothing is read before `commit`.
    func finish() async throws -> BlobID

    /// Makes the blob readable and durable: once this returns, power loss does not take it away.
    /// If it throws, the blob is there whole or not at all.
    func commit() async throws -> BlobID

    /// Throws away what was written. Does nothing after a commit.
    func abort() async
}
