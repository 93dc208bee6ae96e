import NIOCore
import RollcallAPI
import RollcallCrypto
import RollcallWire
import TestSupport
import Testing

@testable import Presence

@Suite struct PresenceEncodingTests {
    @Test(arguments: 0..<40)
    func theBytesAreThoseOfTheCodec(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        for _ in 0..<50 {
            let entries = (0..<Int.random(in: 0...5, using: &numbers)).map { _ in
                Roster.Entry.random(&numbers)
            }
            let messages = entries.map(\.message)
            var presences = ByteBuffer()
            if Bool.random(using: &numbers) { presences.reserveCapacity(240) }
            for entry in entries { presences.writePresence(entry) }
            #expect(
                Array(presences.readableBytesView)
                    == PresenceList(presences: messages).serialized())
            #expect(
                Array(presences.readableBytesView)
                    == GetPresenceResponse(presences: messages).serialized())

            let update = WatchUpdate.random(presences, &numbers)
            let list = PresenceList(presences: messages)
            let message = WatchResponse(
                update: update.isSnapshot ? .snapshot(list) : .changes(list),
                cursor: update.cursor, becameStaleAtMs: update.staleSince, isReset: update.isReset,
                requests: update.requests)
            let encoded: Encoded<WatchResponse> = update.message()
            #expect(Array(encoded.bytes.readableBytesView) == message.serialized())
            #expect(encoded.serializedSize == message.serializedSize)
        }
    }

    @Test func anUpdateWithoutACountOfMessagesIsAlsoOneOfTheOtherRPC() {
        var numbers = TestNumbers(seed: 1)
        for _ in 0..<50 {
            let entry = Roster.Entry.random(&numbers)
            var presences = ByteBuffer()
            presences.writePresence(entry)
            var update = WatchUpdate.random(presences, &numbers)
            update.requests = 0
            let list = PresenceList(presences: [entry.message])
            let message = WatchPresenceResponse(
                update: update.isSnapshot ? .snapshot(list) : .changes(list),
                cursor: update.cursor, becameStaleAtMs: update.staleSince, isReset: update.isReset)
            let encoded: Encoded<WatchPresenceResponse> = update.message()
            #expect(Array(encoded.bytes.readableBytesView) == message.serialized())
        }
    }

    @Test func everyLengthOfATextIsEncoded() {
        for length in 0..<300 {
            var entry = Roster.Entry.unknown(UUIDv7.random())
            entry.card.name = String(repeating: "n", count: length)
            entry.status = UserStatus(text: String(repeating: "s", count: length), end: nil)
            var presences = ByteBuffer()
            presences.writePresence(entry)
            #expect(
                Array(presences.readableBytesView)
                    == PresenceList(presences: [entry.message]).serialized())
        }
    }
}

extension UUIDv7 {
    fileprivate static func random() -> UUIDv7 {
        var numbers = TestNumbers(seed: .random(in: 0 ... .max))
        return .random(&numbers)
    }

    fileprivate static func random(_ numbers: inout TestNumbers) -> UUIDv7 {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0 ... .max, using: &numbers) }
        bytes[6] = 0x70 | bytes[6] & 0x0f
        bytes[8] = 0x80 | bytes[8] & 0x3f
        guard let id = UUIDv7(bytes: bytes) else { preconditionFailure("it is of version 7") }
        return id
    }
}

extension TestNumbers {
    /// Of any size, and often one where the number of its bytes changes.
    fileprivate mutating func number() -> Int64 {
        let bits = Int64.random(in: 0..<64, using: &self)
        return [0, 1, -1, 127, 128, .max, .min, 1 << bits, (1 << bits) &- 1]
            .randomElement(using: &self) ?? 0
    }

    fileprivate mutating func text() -> String {
        let length = Int.random(in: 0...100, using: &self)
        let letters = ["a", "é", "漢", "🦉"]
        return (0..<length).map { _ in letters.randomElement(using: &self) ?? "" }.joined()
    }
}

extension Roster.Entry {
    fileprivate static func random(_ numbers: inout TestNumbers) -> Roster.Entry {
        let states: [PresenceState] = [.unspecified, .offline, .away, .online, .unrecognized(-7)]
        let buckets: [LastSeenBucket] = [.unspecified, .recently, .longAgo, .unrecognized(70_000)]
        let statuses: [UserStatus?] = [
            nil, UserStatus(text: "", end: nil), UserStatus(text: numbers.text(), end: nil),
            UserStatus(text: numbers.text(), end: numbers.number()),
        ]
        return Roster.Entry(
            user: .random(&numbers), state: states.randomElement(using: &numbers) ?? .offline,
            lastSeen: numbers.number(), bucket: buckets.randomElement(using: &numbers) ?? .recently,
            card: NameTable.Card(
                name: numbers.text(), photo: UInt64(bitPattern: numbers.number())),
            status: statuses.randomElement(using: &numbers) ?? nil)
    }
}

extension WatchUpdate {
    fileprivate static func random(
        _ presences: ByteBuffer, _ numbers: inout TestNumbers
    ) -> WatchUpdate {
        let cursors = [
            nil, PresenceCursor(),
            PresenceCursor(
                epoch: UInt64(bitPattern: numbers.number()),
                version: UInt64(bitPattern: numbers.number())),
        ]
        return WatchUpdate(
            presences: presences, isSnapshot: .random(using: &numbers),
            isReset: .random(using: &numbers),
            cursor: cursors.randomElement(using: &numbers) ?? nil,
            staleSince: numbers.number(), requests: UInt32(truncatingIfNeeded: numbers.number()))
    }
}
