import Blobs
import RollcallCrypto
import Synchronization

/// An object store in memory, as S3 has it: a request that was given up may still have its effect.
final class ScheduledObjects: Sendable {
    enum Request: Sendable, Equatable {
        case put(BlobID), delete(BlobID), look
    }

    private let objects = Mutex<Set<BlobID>>([])
    /// All that there can be, as equal names mean equal bytes.
    private let known: [BlobID: [UInt8]]

    init(of photos: [BlobID: [UInt8]]) {
        known = photos
    }

    var ids: Set<BlobID> { objects.withLock { $0 } }

    func perform(_ request: Request) {
        objects.withLock { objects in
            switch request {
            case .put(let id): objects.insert(id)
            case .delete(let id): objects.remove(id)
            case .look: break
            }
        }
    }

    fileprivate func bytes(of id: BlobID) throws(BlobError) -> [UInt8] {
        guard ids.contains(id), let bytes = known[id] else { throw .notFound }
        return bytes
    }

    /// The store as its callers see it.
    func store(settlingTime: Duration) -> some BlobStore {
        ScheduledBlobs(objects: self, settlingTime: settlingTime)
    }
}

/// Calls outside of a schedule are answered at once.
private struct ScheduledBlobs: BlobStore {
    let objects: ScheduledObjects
    let settlingTime: Duration

    func makeWriter() async throws -> any BlobWriter { Writer(store: self) }

    func read(_ id: BlobID) async throws -> [UInt8] {
        try await send(.look)
        return try objects.bytes(of: id)
    }

    func check(_ id: BlobID) async throws -> Int { try await read(id).count }

    func blobs(inShard byte: UInt8) async throws -> [BlobID] {
        try await send(.look)
        return objects.ids.filter { UInt8($0.hex.prefix(2), radix: 16) == byte }
    }

    func delete(_ id: BlobID) async throws {
        try await send(.delete(id))
    }

    private func send(_ request: ScheduledObjects.Request) async throws {
        try await ScheduledCall.current?.stand(before: .request(request))
        objects.perform(request)
        guard request != .look else { return }
        try await ScheduledCall.current?.stand(before: .answer)
    }

    private final class Writer: BlobWriter {
        private let store: ScheduledBlobs
        private let bytes = Mutex<[UInt8]>([])

        init(store: ScheduledBlobs) {
            self.store = store
        }

        func write(_ chunk: [UInt8]) async throws {
            bytes.withLock { $0 += chunk }
        }

        func finish() async throws -> BlobID {
            try await ScheduledCall.current?.stand(before: .start)
            return try id
        }

        func commit() async throws -> BlobID {
            try await store.send(.put(id))
            return try id
        }

        private var id: BlobID {
            get throws {
                guard let id = BlobID(SHA256Digest(of: bytes.withLock { $0 }).description) else {
                    throw BlobError.closed
                }
                return id
            }
        }

        func abort() async {}
    }
}
