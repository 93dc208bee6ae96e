import NIOCore

/// Encoded presences that were sent since the roster last changed: the watchers of a user get the same bytes.
struct PresenceCache: Sendable {
    /// A user as others see them.
    struct Key: Sendable, Equatable {
        var user: UserTable.Index
        /// Whether the viewer cannot see the user because of a block. Such presences are cached, too, so
        /// that hidden and visible users cost the same.
        var isHidden: Bool
    }

    private struct Slot: Sendable {
        var key: Key
        var generation: UInt64
        var start: UInt32
        var length: UInt32
    }

    /// Must be a power of two.
    static let slotCount = 1024
    /// The most bytes in the cache; beyond it the cache is cleared.
    static let maximumSize = 256 * 1024

    /// Several users share a slot; the last one has it.
    private var slots: [Slot] = []
    private var bytes = ByteBuffer()
    /// Slots of earlier generations are invalid.
    private var generation: UInt64 = 1

    /// Clears the cache. To be called whenever a presence may have changed.
    mutating func removeAll() {
        guard bytes.readableBytes > 0 else { return }
        generation += 1
        bytes.clear()
    }

    /// Appends a presence to a list, if it is cached.
    ///
    /// - Returns: whether it was cached.
    func append(_ key: Key, to list: inout EncodedPresences) -> Bool {
        guard !slots.isEmpty else { return false }
        let known = slots[Self.slot(of: key)]
        guard known.generation == generation, known.key == key else { return false }
        bytes.withUnsafeReadableBytes { all in
            let range = Int(known.start)..<Int(known.start + known.length)
            list.append(encoded: UnsafeRawBufferPointer(rebasing: all[range]))
        }
        return true
    }

    /// Appends a presence to a list, and caches it.
    mutating func append(_ entry: Roster.Entry, as key: Key, to list: inout EncodedPresences) {
        let start = list.bytes.writerIndex
        list.append(entry)
        keep(list.bytes, from: start, as: key)
    }

    private static func slot(of key: Key) -> Int { Int(key.user) & (slotCount - 1) }

    private mutating func keep(
        _ list: ByteBuffer, from place: Int, as key: Key
    ) {
        if slots.isEmpty {
            let empty = Slot(
                key: Key(user: 0, isHidden: false), generation: 0, start: 0, length: 0)
            slots = Array(repeating: empty, count: Self.slotCount)
        }
        let length = list.writerIndex - place
        if bytes.writerIndex + length > Self.maximumSize { removeAll() }
        slots[Self.slot(of: key)] = Slot(
            key: key, generation: generation, start: UInt32(bytes.writerIndex),
            length: UInt32(length))
        list.withUnsafeReadableBytes { all in
            let written = all[(place - list.readerIndex)...]
            _ = bytes.writeBytes(UnsafeRawBufferPointer(rebasing: written))
        }
    }
}
