import Foundation

/// Other users, as they were last seen. When there are too many, or they have too many bytes, the
/// least recently used ones go.
struct UserShelf {
    static let most = 10_000
    static let mostBytes = 8 << 20

    private struct Entry {
        var bytes: Data
        var lastUse: Int
    }

    private(set) var size = 0
    private var entries: [String: Entry] = [:]
    private var uses = 0

    var count: Int { entries.count }

    mutating func user(_ id: String) -> User? {
        guard let place = entries.index(forKey: id),
            let known = try? CachedUser(decoding: entries.values[place].bytes)
        else { return nil }
        uses += 1
        entries.values[place].lastUse = uses
        return User(
            id: id, profile: known.profile ?? Profile(), presence: known.presence ?? Presence())
    }

    /// - Returns: whether it is news.
    mutating func keep(_ user: User) -> Bool {
        let bytes = Data(CachedUser(user).encoded())
        guard entries[user.id]?.bytes != bytes else { return false }
        insert(bytes, of: user.id)
        return true
    }

    mutating func remove(_ id: String) {
        if let entry = entries.removeValue(forKey: id) { size -= entry.bytes.count }
    }

    private mutating func insert(_ bytes: Data, of id: String) {
        remove(id)
        uses += 1
        entries[id] = Entry(bytes: bytes, lastUse: uses)
        size += bytes.count
        guard count > Self.most || size > Self.mostBytes else { return }
        // An eighth goes at a time, as each time all are sorted.
        for (id, _) in oldestFirst {
            guard count > Self.most / 8 * 7 || size > Self.mostBytes / 8 * 7 else { break }
            remove(id)
        }
    }

    private var oldestFirst: [(key: String, value: Entry)] {
        entries.sorted { $0.value.lastUse < $1.value.lastUse }
    }
}

/// As a file: the name of the format and its version, a checksum, and a message for each user.
extension UserShelf {
    private static let magic = Data("rollcall users 1\n".utf8)

    /// Is empty if the file is damaged, or of another version or program.
    init(file: Data) {
        let head = Self.magic.count + 8
        guard file.starts(with: Self.magic), file.count >= head else { return }
        var reader = ProtoReader(Array(file[head...]))
        guard file[Self.magic.count..<head] == Self.checksum(of: reader.bytes) else {
            return
        }
        do {
            while let entry = try reader.next(CachedEntry.self) { insert(entry.user, of: entry.id) }
        } catch {
            self = UserShelf()
        }
    }

    var file: Data {
        var writer = ProtoWriter()
        for (id, entry) in oldestFirst {
            writer.append(CachedEntry(id: id, user: entry.bytes).encoded())
        }
        return Self.magic + Self.checksum(of: writer.bytes) + writer.bytes
    }

    private static func checksum(of bytes: [UInt8]) -> Data {
        withUnsafeBytes(of: fnv1a(bytes).littleEndian) { Data($0) }
    }
}

/// The hash of that name, with 64 bits. It shows damage, not malice.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

/// A user in the file. What is known of the user is decoded when it is asked for.
struct CachedEntry: Message {
    var id = ""
    var user = Data()

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &id)
        try visitor.value(2, &user)
    }
}

struct CachedUser: Message {
    var profile: Profile?
    var presence: Presence?

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &profile)
        try visitor.optional(2, &presence)
    }
}

extension CachedUser {
    /// Without what is over soon: whether the user is here, and the status text.
    init(_ user: User) {
        var presence = user.presence
        (presence.state, presence.status) = (.unspecified, nil)
        (self.profile, self.presence) = (user.profile, presence)
    }
}
