import AccessTokens
import NIOCore
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallWire

extension PresenceHandler {
    package func getPresence(
        _ request: GetPresenceRequest, context: CallContext
    ) async throws -> Encoded<GetPresenceResponse> {
        let users = try UUIDv7.distinct(request.userIDs)
        let viewer = try context.userID
        let (entries, staleSince) = try hub.withRoster { roster, _ in
            (try roster.entries(of: users, seenBy: viewer), roster.watches.staleness.since)
        }
        var bytes = ByteBuffer()
        bytes.reserveCapacity(entries.count * ByteBuffer.usualSizeOfPresence)
        for entry in entries { bytes.writePresence(entry) }
        if staleSince != 0 {
            GetPresenceResponse(becameStaleAtMs: staleSince).serialize(into: &bytes)
        }
        return Encoded(bytes: bytes)
    }
}

extension Roster.Entry {
    var message: Presence {
        Presence(
            userID: user.description, state: state, lastSeenAtMs: lastSeen, lastSeenBucket: bucket,
            displayName: card.name, photoNumber: card.photo, status: status?.message)
    }
}
