import Blobs
import Foundation
import RollcallCrypto
import Synchronization
import TestSupport

/// A blob store in memory, which takes its time in every call, and fails where it is told to.
final class MemoryBlobs: BlobStore {
    enum Step: Hashable {
        /// `committed` fails when the blob is there already.
        case write, commit, committed, delete, read, check
    }

    private struct State {
        var blobs: [BlobID: [UInt8]] = [:]
        var checked: [BlobID] = []
        var interruption: (@Sendable (BlobID) async throws -> Void)?
        var failures: [Step: BlobError] = [:]
        var random = TestNumbers(seed: 7)
    }

    private let state = Mutex(State())

    var ids: Set<BlobID> { state.withLock { Set($0.blobs.keys) } }

    /// What was read through, in order.
    var checked: [BlobID] { state.withLock { $0.checked } }

    /// Replaces the bytes of a blob, or with `nil` loses it.
    func damage(_ id: BlobID, _ bytes: [UInt8]? = [9]) {
        state.withLock { $0.blobs[id] = bytes }
    }

    /// Done once, when a blob was read through, before its reader hears of it.
    func afterNextCheck(_ interruption: @escaping @Sendable (BlobID) async throws -> Void) {
        state.withLock { $0.interruption = interruption }
    }

    /// From now on; with `nil` no more.
    func fail(_ step: Step, with error: BlobError?) {
        state.withLock { $0.failures[step] = error }
    }

    func makeWriter() async throws -> any BlobWriter {
        Writer(store: self)
    }

    func read(_ id: BlobID) async throws -> [UInt8] {
        try await pause(before: .read)
        guard let bytes = state.withLock({ $0.blobs[id] }) else { throw BlobError.notFound }
        return bytes
    }

    func check(_ id: BlobID) async throws -> Int {
        try await pause(before: .check)
        let (bytes, interruption) = state.withLock { state in
            defer { state.interruption = nil }
            state.checked.append(id)
            return (state.blobs[id], state.interruption)
        }
        try await interruption?(id)
        guard let bytes else { throw BlobError.notFound }
        guard SHA256Digest(of: bytes).description == id.hex else { throw BlobError.dataLoss }
        return bytes.count
    }

    func blobs(inShard byte: UInt8) async throws -> [BlobID] {
        state.withLock { state in
            state.blobs.keys.filter { UInt8($0.hex.prefix(2), radix: 16) == byte }
        }
    }

    func delete(_ id: BlobID) async throws {
        try await pause(before: .delete)
        state.withLock { $0.blobs[id] = nil }
        try await pause(before: .delete)
    }

    let settlingTime: Duration

    /// - Parameter settlingTime: zero for a store of one process.
    init(settlingTime: Duration = .zero) {
        self.settlingTime = settlingTime
    }

    /// Lets others run, so that the calls of many tasks come in many orders.
    private func pause(before step: Step) async throws {
        let (error, count) = state.withLock { state in
            (state.failures[step], Int.random(in: 0..<20, using: &state.random))
        }
        for _ in 0..<count { await Task.yield() }
        if let error { throw error }
    }

    private final class Writer: BlobWriter {
        let store: MemoryBlobs
        let bytes = Mutex<[UInt8]>([])

        init(store: MemoryBlobs) {
            self.store = store
        }

        func write(_ chunk: [UInt8]) async throws {
            try await store.pause(before: .write)
            bytes.withLock { $0 += chunk }
        }

        func finish() async throws -> BlobID {
            guard let id = BlobID(SHA256Digest(of: bytes.withLock { $0 }).description) else {
                throw BlobError.closed
            }
            return id
        }

        func commit() async throws -> BlobID {
            try await store.pause(before: .commit)
            let id = try await finish()
            let bytes = bytes.withLock { $0 }
            store.state.withLock { $0.blobs[id] = bytes }
            try await store.pause(before: .committed)
            return id
        }

        func abort() async {}
    }
}
