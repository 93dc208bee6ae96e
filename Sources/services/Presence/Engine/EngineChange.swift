import Redis
import RollcallCrypto

/// An entry of the stream: a user as it is after a change, and the leases that have ended by it.
struct EngineChange: Sendable, Equatable {
    let user: EngineUser
    let ended: [EndedLease]

    struct EndedLease: Sendable, Equatable {
        let id: UInt64
        let cause: LeaseEnd
    }

    let epoch: UInt64
    let version: UInt64
}

extension EngineChange {
    /// - Parameter entry: its id `VERSION-0`, and its fields in pairs.
    /// - Throws: `RedisError.malformedReply`.
    init(entry: RedisReply) throws(RedisError) {
        let parts = try entry.list
        guard parts.count == 2, let number = try parts[0].text.split(separator: "-").first,
            let version = UInt64(number)
        else { throw .malformedReply }
        let fields = try parts[1].list
        guard fields.count == 4 else { throw .malformedReply }
        let change = try fields[1].bytes
        guard change.count >= 24 else { throw .malformedReply }
        var reader = RecordReader(change[...])
        epoch = reader.number()
        guard let id = UUIDv7(bytes: reader.bytes(UUIDv7.byteCount)),
            let user = EngineUser(id: id, record: reader.bytes(reader.count))
        else { throw .malformedReply }
        self.user = user
        self.version = version
        ended = try Self.ended(fields[3].bytes)
    }

    private static func ended(_ bytes: [UInt8]) throws(RedisError) -> [EndedLease] {
        var reader = RecordReader(bytes[...])
        var ended: [EndedLease] = []
        while reader.count >= 9 {
            let id: UInt64 = reader.number()
            guard let cause = LeaseEnd(rawValue: reader.number()) else {
                throw .malformedReply
            }
            ended.append(EndedLease(id: id, cause: cause))
        }
        return ended
    }
}
