import NIOCore
import RollcallCrypto

/// Encoded presences: the watchers of a user get the same bytes. A key has everything that a
/// presence depends on, so an entry becomes invalid by a change of its own user alone.
struct PresenceCache: Sendable {
    /// A user as others see them.
    struct Key: Sendable, Equatable {
        var user: UserTable.Index
        /// An index may be reused for another user.
        var id: UUIDv7
        /// Whether the viewer cannot see the user because of a block. Such presences are cached,
        /// too, so that hidden and visible users cost the same.
        var isHidden: Bool
        /// The version of the user's last change that watchers were sent.
        var version: UInt64
        /// Milliseconds since 1970-01-01 UTC. A heartbeat changes it without a new version.
        var lastSeen: Int64
        /// The day from which days are counted, for users who show their last seen time in days.
        var today: Day
    }

    private struct Slot: Sendable {
        var key: Key
        /// 0 for an empty slot.
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
    /// How many presences were encoded so far.
    private(set) var encodedCount = 0

    /// Appends a presence to a list, if it is cached.
    ///
    /// - Returns: whether it was cached.
    func append(_ key: Key, to list: inout ByteBuffer) -> Bool {
        guard !slots.isEmpty else { return false }
        let known = slots[Self.slot(of: key)]
        guard known.generation == generation, known.key == key else { return false }
        bytes.withUnsafeReadableBytes { all in
            let range = Int(known.start)..<Int(known.start + known.length)
            list.writeBytes(UnsafeRawBufferPointer(rebasing: all[range]))
        }
        return true
    }

    /// Appends a presence to a list, and caches it.
    mutating func append(_ entry: Roster.Entry, as key: Key, to list: inout ByteBuffer) {
        let start = list.writerIndex
        list.writePresence(entry)
        encodedCount += 1
        keep(list, from: start, as: key)
    }

    private static func slot(of key: Key) -> Int { Int(key.user) & (slotCount - 1) }

    private mutating func keep(
        _ list: ByteBuffer, from place: Int, as key: Key
    ) {
        if slots.isEmpty {
            let empty = Slot(key: key, generation: 0, start: 0, length: 0)
            slots = Array(repeating: empty, count: Self.slotCount)
        }
        let length = list.writerIndex - place
        if bytes.writerIndex + length > Self.maximumSize {
            generation += 1
            bytes.clear()
        }
        slots[Self.slot(of: key)] = Slot(
            key: key, generation: generation, start: UInt32(bytes.writerIndex),
            length: UInt32(length))
        list.withUnsafeReadableBytes { all in
            let written = all[(place - list.readerIndex)...]
            _ = bytes.writeBytes(UnsafeRawBufferPointer(rebasing: written))
        }
    }
}
