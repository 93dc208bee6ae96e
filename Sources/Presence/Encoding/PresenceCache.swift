import NIOCore

/// What watches were told of users since the roster last changed, encoded: the watchers of a user are told the same
/// bytes.
struct PresenceCache: Sendable {
    /// A user as others see them.
    struct Key: Sendable, Equatable {
        var user: UserTable.Index
        /// Whether it is for one of whom the user is hidden by a block. Such a presence is kept as well: what
        /// is hidden must cost as much as what is not.
        var isHidden: Bool
    }

    private struct Slot: Sendable {
        var key: Key
        var generation: UInt64
        var start: UInt32
        var length: UInt32
    }

    /// A power of two.
    static let slotCount = 1024
    /// Bytes that are kept at most; then it begins anew.
    static let maximumSize = 256 * 1024

    /// Each user has one, and shares it with others: the last one counts.
    private var slots: [Slot] = []
    private var bytes = ByteBuffer()
    /// What was written in an earlier one does not count.
    private var generation: UInt64 = 1

    /// Forgets everything. To be called whenever anything may have changed that a presence says.
    mutating func removeAll() {
        guard bytes.readableBytes > 0 else { return }
        generation += 1
        bytes.clear()
    }

    /// Appends a presence to a list, if it is known.
    ///
    /// - Returns: whether it was.
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

    /// Appends a presence to a list, and keeps it.
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
