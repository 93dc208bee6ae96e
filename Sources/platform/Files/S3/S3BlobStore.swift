import NIOPosix
import RollcallCrypto
import Synchronization

/// Stores each blob as an object of a bucket. Its key is the bucket's prefix and the blob's name.
///
/// A blob is one PUT without conditions. Objects of one key have the same bytes, so the order of
/// writers does not matter. Several processes may share a bucket. The store's answers are not
/// trusted: their size is bounded, and the bytes of each read are hashed.
package final class S3BlobStore: BlobStore {
    /// The most bytes of a blob.
    let blobLimit: Int
    private let bucket: S3Bucket
    private let client: S3Client
    private let limits: S3Limits
    /// The bytes that writers hold in memory.
    private let gathered = Mutex(0)

    /// - Parameters:
    ///   - credentials: asked at once, and again when the store has refused the last ones.
    ///   - authorities: a PEM file of trusted certificates, in place of the system's.
    ///   - threads: bounds the requests under way. The caller starts them and shuts them down.
    /// - Throws: what `credentials` throws.
    package init(
        _ bucket: S3Bucket, credentials: @escaping @Sendable () throws -> S3Credentials,
        authorities: String? = nil, limits: S3Limits = S3Limits(), blobLimit: Int = 5 << 20,
        threads: NIOThreadPool
    ) throws {
        self.bucket = bucket
        self.limits = limits
        self.blobLimit = blobLimit
        let transport = S3Transport(
            bucket, credentials: try credentials(), authorities: authorities, limits: limits,
            threads: threads)
        client = S3Client(transport, limits: limits, credentials: credentials)
    }

    package var settlingTime: Duration { limits.settling }

    /// Bytes of blobs that writers hold and have not stored yet.
    package var gatheredBytes: Int { gathered.withLock { $0 } }

    /// Why the store cannot be used at present; nil if no reason is known.
    package var trouble: BlobError? { client.trouble }

    /// Lists one object, which shows that the store answers and that the bucket can be read. After
    /// a refused write, also writes an object and removes it.
    ///
    /// - Throws: `BlobError.unavailable`, `denied`, `noSpace`.
    package func check() async throws {
        _ = try await page(prefix: bucket.prefix, after: nil, count: 1)
        guard client.writeTrouble != nil else { return }
        let key = "\(bucket.prefix)probe"
        _ = try await client.send(S3Request(method: .put, key: key))
        try await remove(key)
    }

    package func makeWriter() async throws -> any BlobWriter {
        S3BlobWriter(self)
    }

    package func read(_ id: BlobID) async throws -> [UInt8] {
        // Two attempts: a fault on the way to the store may have changed an answer, too.
        for _ in 0..<2 {
            if let bytes = try await soundBytes(of: id) { return bytes }
        }
        throw BlobError.dataLoss
    }

    package func check(_ id: BlobID) async throws -> Int {
        guard let bytes = try await soundBytes(of: id) else { throw BlobError.dataLoss }
        return bytes.count
    }

    /// - Returns: nil if the bytes are not the ones that were written.
    private func soundBytes(of id: BlobID) async throws -> [UInt8]? {
        let answer = try await client.send(S3Request(key: key(id), answerLimit: blobLimit))
        return BlobID(of: answer.bytes) == id ? answer.bytes : nil
    }

    package func blobs(inShard byte: UInt8) async throws -> [BlobID] {
        let prefix = bucket.prefix + Shard.names[Int(byte)]
        var blobs: [BlobID] = []
        var last: String?
        while true {
            let page = try await page(prefix: prefix, after: last, count: limits.pageSize)
            blobs += page.entries.compactMap {
                BlobID(String($0.key.dropFirst(bucket.prefix.count)))
            }
            guard page.isCut else { return blobs }
            guard blobs.count < limits.shardBlobs, let end = page.entries.last?.key else {
                throw BlobError.unavailable("the object store's listing has no end")
            }
            last = end
        }
    }

    /// Removes the object. If the bucket keeps versions, removes all of them.
    package func delete(_ id: BlobID) async throws {
        try await remove(key(id))
    }

    fileprivate func put(_ bytes: [UInt8], as id: BlobID) async throws {
        _ = try await client.send(
            S3Request(method: .put, key: key(id), body: bytes, bodyHash: id.hex))
    }

    /// - Throws: `BlobError.exhausted` if writers hold too many bytes.
    fileprivate func reserve(_ count: Int) throws(BlobError) {
        let isReserved = gathered.withLock { gathered in
            guard count <= limits.writerBytes - gathered else { return false }
            gathered += count
            return true
        }
        guard isReserved else { throw .exhausted }
    }

    fileprivate func release(_ count: Int) {
        gathered.withLock { $0 -= count }
    }

    private func key(_ id: BlobID) -> String { bucket.prefix + id.hex }
}

extension S3BlobStore {
    private func remove(_ key: String) async throws {
        do {
            let answer = try await client.send(S3Request(method: .delete, key: key))
            if answer.namesVersion { try await removeVersions(of: key) }
        } catch BlobError.notFound {
            // Some stores answer so for a missing object.
        }
    }

    /// Always asks for the first page, as removed versions are on no page any more.
    private func removeVersions(of key: String) async throws {
        for _ in 0..<1000 {
            let query = ["prefix": key, "versions": "", "max-keys": "1000"]
            let page = try S3Listing(await client.send(S3Request(query: query)).bytes)
            let versions = page.entries.filter { $0.key == key }.compactMap(\.version)
            guard !versions.isEmpty else { return }
            for version in versions {
                _ = try await client.send(
                    S3Request(method: .delete, key: key, query: ["versionId": version]))
            }
        }
        throw BlobError.unavailable("the object store's versions have no end")
    }

    /// Objects with keys that begin with `prefix` and come after `last`.
    ///
    /// A page begins after a key, and not at a token of the store. So the caller can check that
    /// each page advances.
    private func page(prefix: String, after last: String?, count: Int) async throws -> S3Listing {
        var query = ["list-type": "2", "prefix": prefix, "max-keys": String(count)]
        query["start-after"] = last
        let page = try S3Listing(await client.send(S3Request(query: query)).bytes)
        var before = Array((last ?? "").utf8)
        for entry in page.entries {
            let key = Array(entry.key.utf8)
            guard key.starts(with: prefix.utf8), before.lexicographicallyPrecedes(key) else {
                throw BlobError.unavailable("the object store's listing is out of order")
            }
            before = key
        }
        return page
    }
}

/// Gathers a blob in memory: its name is the hash of all bytes, and the PUT needs the name first.
private final class S3BlobWriter: BlobWriter {
    private let store: S3BlobStore
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var isOpen = true
        var bytes: [UInt8] = []
        let hash = SHA256Hasher()
    }

    init(_ store: S3BlobStore) {
        self.store = store
    }

    deinit {
        store.release(state.withLock { $0.bytes.count })
    }

    func write(_ bytes: [UInt8]) async throws {
        try state.withLock { (state) throws(BlobError) in
            guard state.isOpen, !state.hash.isFinished else { throw .closed }
            do throws(BlobError) {
                guard bytes.count <= store.blobLimit - state.bytes.count else { throw .tooLarge }
                try store.reserve(bytes.count)
            } catch {
                close(&state)
                throw error
            }
            state.hash.update(bytes)
            state.bytes += bytes
        }
    }

    func finish() async throws -> BlobID {
        try state.withLock { (state) throws(BlobError) in
            guard state.isOpen else { throw .closed }
            return BlobID(state.hash.finish())
        }
    }

    func commit() async throws -> BlobID {
        let (id, bytes) = try state.withLock { (state) throws(BlobError) in
            guard state.isOpen else { throw .closed }
            state.isOpen = false
            return (BlobID(state.hash.finish()), state.bytes)
        }
        defer { state.withLock { close(&$0) } }
        try await store.put(bytes, as: id)
        return id
    }

    func abort() async {
        state.withLock { close(&$0) }
    }

    private func close(_ state: inout State) {
        state.isOpen = false
        store.release(state.bytes.count)
        state.bytes = []
    }
}
