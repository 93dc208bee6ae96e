import NIOCore
import RollcallAPI
import RollcallWire

/// One message to a watch.
package struct WatchUpdate: Sendable, Equatable {
    /// Encoded: fields `presences` of a `PresenceList`.
    var presences: ByteBuffer
    /// Whether they replace everything that was sent before.
    var isSnapshot: Bool
    /// Whether everything is sent because it is unknown what has changed since the caller's cursor.
    var isReset: Bool
    /// The position that the watch reaches; nil when the next update is another part of this one,
    /// and when the message says only that the watch goes on.
    var cursor: PresenceCursor?
    /// Milliseconds since 1970-01-01 UTC; 0 while the service knows all.
    var staleSince: Int64
    /// How many messages of the caller have taken effect.
    var requests: UInt32
}

extension WatchUpdate {
    /// As the codec writes a `WatchResponse`, or a `WatchPresenceResponse`, whose fields have the
    /// same numbers: the list of presences, which is one of the first two fields, and then the
    /// others.
    func message<Response: Message>() -> Encoded<Response> {
        let list = presences.readableBytesView
        var bytes = ByteBuffer()
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: list.count + Self.sizeOfRest) {
            room in
            var writer = FieldWriter(room)
            writer.writeHead(isSnapshot ? 1 : 2, length: list.count)
            list.withUnsafeBytes { writer.write($0) }
            if let cursor {
                writer.writeHead(3, length: cursor.size)
                writer.write(1, fixed: cursor.epoch)
                writer.write(2, cursor.signedVersion)
            }
            writer.write(4, staleSince)
            writer.write(5, isReset ? 1 : 0)
            writer.write(6, Int64(requests))
            return writer.count
        }
        return Encoded(bytes: bytes)
    }

    /// The most that the other fields take, and the head of the list.
    private static let sizeOfRest = 64
}

extension PresenceCursor {
    fileprivate var signedVersion: Int64 { Int64(bitPattern: version) }

    /// Encoded.
    fileprivate var size: Int {
        (epoch == 0 ? 0 : 9) + FieldWriter.size(of: signedVersion)
    }
}
