import NIOPosix
import RollcallCrypto
import Synchronization

/// Blobs as objects of a bucket, one each, with the blob's name behind the bucket's prefix as its key.
///
/// A blob is one PUT without conditions: objects of one key have the same bytes, so it does not matter who
/// writes last. Several processes may share a bucket. What a store answers is not believed: bytes are
/// hashed when they are read, and bounded before.
package final class S3BlobStore: BlobStore {
    /// Bytes a blob may have.
    let blobLimit: Int
    private let bucket: S3Bucket
    private let client: S3Client
    private let limits: S3Limits
    /// Bytes that writers have gathered.
    private let gathered = Mutex(0)

    /// - Parameters:
    ///   - credentials: asked at once, and again when the store has refused the last ones.
    ///   - authorities: certificates that are trusted, in place of the system's: a file of PEM.
    ///   - threads: as many requests are under way at once. The caller's, to start and to shut down.
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

    /// Bytes that writers hold, of blobs that are not stored yet.
    package var gatheredBytes: Int { gathered.withLock { $0 } }

    /// Why the store cannot be used at present; nil as far as that is known.
    package var trouble: BlobError? { client.trouble }

    /// Asks the store for one object, which shows that it is there and that the bucket can be read.
    ///
    /// - Throws: `BlobError.unavailable`, `denied`.
    package func check() async throws {
        _ = try await page(prefix: bucket.prefix, after: nil, count: 1)
    }

    package func makeWriter() async throws -> any BlobWriter {
        S3BlobWriter(self)
    }

    package func read(_ id: BlobID) async throws -> [UInt8] {
        // Twice, as what is between here and the store may change an answer, too.
        for _ in 0..<2 {
            if let bytes = try await soundBytes(of: id) { return bytes }
        }
        throw BlobError.dataLoss
    }

    package func check(_ id: BlobID) async throws -> Int {
        guard let bytes = try await soundBytes(of: id) else { throw BlobError.dataLoss }
        return bytes.count
    }

    /// - Returns: nil for other bytes than were written.
    private func soundBytes(of id: BlobID) async throws -> [UInt8]? {
        let answer = try await client.send(S3Request(key: key(id), answerLimit: blobLimit))
        return BlobID(of: answer.bytes) == id ? answer.bytes : nil
    }

    /// By a listing of one object, not by HEAD: the answer to that says of a bucket that is gone what it
    /// says of an object that is.
    package func size(of id: BlobID) async throws -> Int? {
        let key = key(id)
        let page = try await page(prefix: key, after: nil, count: 1)
        return page.entries.first { $0.key == key }?.size
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

    /// Removes the object, and where the bucket keeps versions all of them.
    package func delete(_ id: BlobID) async throws {
        for key in [key(id), quarantineKey(id)] { try await remove(key, withVersions: true) }
    }

    package func quarantine(_ id: BlobID) async throws {
        do {
            let answer = try await client.send(
                S3Request(method: .put, key: quarantineKey(id), copiedKey: key(id)))
            // A copy may fail after its status was sent.
            guard answer.code.isEmpty else {
                throw BlobError.unavailable("the object store has not copied: \(answer.code)")
            }
        } catch BlobError.notFound {
            return
        }
        try await remove(key(id), withVersions: false)
    }

    fileprivate func put(_ bytes: [UInt8], as id: BlobID) async throws {
        _ = try await client.send(
            S3Request(method: .put, key: key(id), body: bytes, bodyHash: id.hex))
    }

    /// - Throws: `BlobError.exhausted` if writers have gathered too much.
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

    /// No listing of blobs shows it: they begin with a hexadecimal digit.
    private func quarantineKey(_ id: BlobID) -> String { "\(bucket.prefix)quarantine/\(id.hex)" }
}

extension S3BlobStore {
    private func remove(_ key: String, withVersions: Bool) async throws {
        do {
            let answer = try await client.send(S3Request(method: .delete, key: key))
            if answer.namesVersion, withVersions { try await removeVersions(of: key) }
        } catch BlobError.notFound {
            // Some stores say so.
        }
    }

    /// A page at a time from the first, as those that were removed are on no page any more.
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

    /// Objects whose keys begin with `prefix` and are behind `last`.
    ///
    /// A page begins behind a key, not where a token says: then each page can be seen to go on.
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

/// Gathers a blob in memory: the name is the hash of all of it, and an object has its name from the start.
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
