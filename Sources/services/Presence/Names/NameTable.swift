/// The display names and photo numbers of users, in one array. An entry takes 6 bytes and the name,
/// and 8 more for a photo, rounded up to 4. A user without an entry costs at most 4 bytes.
///
/// A replaced entry leaves a gap. The next entry of the same size fills it.
struct NameTable: Sendable {
    /// What is shown of a user besides the presence.
    struct Card: Sendable, Equatable {
        var name = ""
        /// 0 for no photo.
        var photo: UInt64 = 0

        var isEmpty: Bool { self == Card() }
    }

    /// Bytes of UTF-8. Names from Profile are much shorter.
    static let longestName = 0x7fff

    private static let none: UInt32 = 0
    private static let photoBit: UInt16 = 0x8000

    /// Whether the names of all users were read. No run has names from an earlier run.
    private(set) var isWhole = false
    /// While all names are sent again: by user, whether the user has an old name that was not
    /// confirmed.
    private var areDoubtful: [Bool] = []
    /// By user: the place of the entry in `words`.
    private var starts: [UInt32] = []
    /// An entry has two bytes for the length of the name and a photo flag, eight for the photo if
    /// there is one, and the name. The first word belongs to no entry.
    private var words: [UInt32] = [0]
    /// The places of gaps, by the size of the entry in words.
    private var gaps: [Int: [UInt32]] = [:]

    /// The bytes of users and entries, without the spare capacity of the arrays.
    var usedBytes: Int { (starts.count + words.count) * 4 }

    func has(_ user: UserTable.Index) -> Bool {
        user < starts.count && starts[Int(user)] != Self.none
    }

    /// The user's card; an empty one if there is none.
    func card(of user: UserTable.Index) -> Card {
        guard has(user) else { return Card() }
        return words.withUnsafeBytes { bytes in
            let start = Int(starts[Int(user)]) * 4
            let head = bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self)
            let hasPhoto = head & Self.photoBit != 0
            let nameStart = start + (hasPhoto ? 10 : 2)
            let length = Int(head & ~Self.photoBit)
            return Card(
                name: String(decoding: bytes[nameStart..<nameStart + length], as: UTF8.self),
                photo: hasPhoto
                    ? bytes.loadUnaligned(fromByteOffset: start + 2, as: UInt64.self) : 0)
        }
    }

    /// Replaces the user's card. A name that is too long counts as empty.
    ///
    /// - Returns: whether the card has changed.
    mutating func set(_ card: Card, of user: UserTable.Index) -> Bool {
        if user < areDoubtful.count { areDoubtful[Int(user)] = false }
        var card = card
        if card.name.utf8.count > Self.longestName { card.name = "" }
        guard card != self.card(of: user) else { return false }
        if has(user) { removeEntry(of: user) }
        guard !card.isEmpty else { return true }
        while starts.count <= user { starts.append(Self.none) }
        starts[Int(user)] = place(card)
        return true
    }

    /// Records that all names are sent again from now on.
    mutating func beginCopy() {
        areDoubtful = starts.map { $0 != Self.none }
    }

    /// Records that all names were sent.
    ///
    /// - Returns: the users who no longer have their old name.
    mutating func endCopy() -> [UserTable.Index] {
        isWhole = true
        defer { areDoubtful = [] }
        return areDoubtful.indices.filter { areDoubtful[$0] }.map { UserTable.Index($0) }
    }

    private mutating func place(_ card: Card) -> UInt32 {
        let size = Self.size(of: card.name.utf8.count, hasPhoto: card.photo != 0)
        let start: UInt32
        if let gap = gaps[size]?.popLast() {
            start = gap
        } else {
            start = UInt32(words.count)
            words.append(contentsOf: repeatElement(0, count: size))
        }
        words.withUnsafeMutableBytes { bytes in
            var place = Int(start) * 4
            let head = UInt16(card.name.utf8.count) | (card.photo != 0 ? Self.photoBit : 0)
            bytes.storeBytes(of: head, toByteOffset: place, as: UInt16.self)
            place += 2
            if card.photo != 0 {
                bytes.storeBytes(of: card.photo, toByteOffset: place, as: UInt64.self)
                place += 8
            }
            for byte in card.name.utf8 {
                bytes[place] = byte
                place += 1
            }
        }
        return start
    }

    private mutating func removeEntry(of user: UserTable.Index) {
        let card = card(of: user)
        let size = Self.size(of: card.name.utf8.count, hasPhoto: card.photo != 0)
        gaps[size, default: []].append(starts[Int(user)])
        starts[Int(user)] = Self.none
    }

    private static func size(of length: Int, hasPhoto: Bool) -> Int {
        ((hasPhoto ? 10 : 2) + length + 3) / 4
    }
}
