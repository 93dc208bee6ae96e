import NIOCore
import RollcallAPI
import RollcallCrypto
import RollcallWire
import Testing

@testable import Presence

extension WatchUpdate {
    /// The presences, decoded.
    var entries: [Roster.Entry] {
        get throws { try presences.entries }
    }
}

extension ByteBuffer {
    /// The presences in a list, decoded.
    var entries: [Roster.Entry] {
        get throws {
            try PresenceList(serialized: self).presences.map { try Roster.Entry($0) }
        }
    }
}

extension Roster.Entry {
    init(_ presence: Presence) throws {
        self.init(
            user: try #require(UUIDv7(presence.userID)), state: presence.state,
            lastSeen: presence.lastSeenAtMs, bucket: presence.lastSeenBucket,
            card: NameTable.Card(name: presence.displayName, photo: presence.photoNumber),
            status: presence.status.map {
                UserStatus(text: $0.text, end: $0.endsAtMs == 0 ? nil : $0.endsAtMs)
            })
    }
}
