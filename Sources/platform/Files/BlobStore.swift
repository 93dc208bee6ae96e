/// A store of blobs: files, or the objects of an S3 store.
///
/// Identical bytes are one blob, however often they are written. The store does not count
/// references. The caller counts them, in the transaction that also holds the row. The caller also
/// keeps a deletion from racing with a commit of the same bytes.
package protocol BlobStore: Sendable {
    /// Begins a blob, which is readable only after its commit.
    func makeWriter() async throws -> any BlobWriter

    /// The whole blob, after its hash was checked. At most the store's limit, 5 MiB by default.
    ///
    /// - Throws: `BlobError.notFound`; `dataLoss` if a bit has changed.
    func read(_ id: BlobID) async throws -> [UInt8]

    /// Reads the whole blob from its storage, and compares its hash. On a disk it bypasses the page
    /// cache and leaves nothing there.
    ///
    /// - Returns: its size in bytes.
    /// - Throws: `BlobError.notFound`; `dataLoss`, `untrusted` and `tooLarge` for damage of this
    ///   blob. All other errors are about the store.
    func check(_ id: BlobID) async throws -> Int

    /// The blobs whose names begin with this byte, in any order: a 256th of the store.
    func blobs(inShard byte: UInt8) async throws -> [BlobID]

    /// Removes the blob for good. Power loss does not bring it back. Does nothing if it does not
    /// exist.
    func delete(_ id: BlobID) async throws

    /// How long an abandoned call may still take effect on a blob that other callers write or
    /// delete. Zero for a store of one process.
    var settlingTime: Duration { get }
}

/// Writes one blob, chunk after chunk. Leaves nothing if it is dropped without a commit.
package protocol BlobWriter: Sendable {
    /// Appends bytes. Throws `BlobError.tooLarge` or `noSpace`, which close the writer.
    func write(_ bytes: [UInt8]) async throws

    /// Ends writing, and returns the blob's name. The blob is readable only after `commit`.
    func finish() async throws -> BlobID

    /// Makes the blob readable and durable: once this returns, power loss does not take it away. If
    /// it throws, the blob exists whole or not at all.
    func commit() async throws -> BlobID

    /// Discards what was written. Does nothing after a commit.
    func abort() async
}
