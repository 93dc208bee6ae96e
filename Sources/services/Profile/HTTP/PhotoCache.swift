import Blobs
import NIOCore
import Synchronization

/// Photos that were read and checked, as long as there is room: those that were asked for last.
final class PhotoCache: Sendable {
    fileprivate struct Entry {
        let bytes: ByteBuffer
        var lastUse: UInt64
    }

    fileprivate struct State {
        var entries: [BlobID: Entry] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    /// Bytes.
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(photo: BlobID) -> ByteBuffer? {
        state.withLock { state in
            state.uses += 1
            state.entries[photo]?.lastUse = state.uses
            return state.entries[photo]?.bytes
        }
    }

    /// Keeps a photo, if it is no larger than a part of the room.
    func keep(_ bytes: ByteBuffer, of photo: BlobID) {
        guard bytes.readableBytes <= capacity / 8 else { return }
        state.withLock { state in
            state.uses += 1
            let old = state.entries.updateValue(
                Entry(bytes: bytes, lastUse: state.uses), forKey: photo)
            state.size += bytes.readableBytes - (old?.bytes.readableBytes ?? 0)
            if state.size > capacity { state.makeRoom(downTo: capacity * 3 / 4) }
        }
    }
}

extension PhotoCache.State {
    /// Many at once: the order of their uses is looked for only then.
    fileprivate mutating func makeRoom(downTo goal: Int) {
        for (photo, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard size > goal else { return }
            size -= entry.bytes.readableBytes
            entries[photo] = nil
        }
    }
}
