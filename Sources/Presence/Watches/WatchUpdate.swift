import NIOCore
import RollcallAPI
import RollcallWire

/// What a watch is told at once.
struct WatchUpdate: Sendable, Equatable {
    var presences: EncodedPresences
    /// Whether they come in place of all that was told before.
    var isSnapshot: Bool
    /// Whether they do so because it is not known what has changed since the caller's cursor.
    var isReset: Bool
    /// Where the watch stands then; nil when the next update is the rest of this one.
    var cursor: Cursor?
    /// Milliseconds since 1970-01-01 UTC; 0 while the service knows all.
    var staleSince: Int64
    /// How many messages of the caller have taken effect.
    var requests: UInt32
}

extension WatchUpdate {
    /// As the codec writes a `WatchResponse`: the list of presences, which is one of the first two fields, and then
    /// the others.
    var message: Encoded<WatchResponse> {
        let rest = WatchResponse(
            cursor: cursor, staleSinceMs: staleSince, isReset: isReset, requests: requests)
        var bytes = ByteBuffer()
        bytes.reserveCapacity(presences.bytes.readableBytes + Self.sizeOfRest)
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.sizeOfRest) { room in
            var writer = FieldWriter(room)
            return writer.writeHead(isSnapshot ? 1 : 2, length: presences.bytes.readableBytes)
        }
        bytes.writeImmutableBuffer(presences.bytes)
        rest.serialize(into: &bytes)
        return Encoded(bytes: bytes)
    }

    /// About what the other fields take, and the head of the list.
    private static let sizeOfRest = 64
}
