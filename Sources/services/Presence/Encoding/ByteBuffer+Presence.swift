import NIOCore
import RollcallCrypto

extension ByteBuffer {
    /// About the bytes of one presence, with a name.
    static let usualSizeOfPresence = 80

    /// Appends a field `presences` (1) with a message `Presence`, byte for byte as the codec writes
    /// it.
    ///
    /// `PresenceList` has no other field, so such fields are the whole of it;
    /// `GetPresenceResponse` has one behind them.
    mutating func writePresence(_ entry: Roster.Entry) {
        var (name, text) = (entry.card.name, entry.status?.text ?? "")
        name.withUTF8 { name in
            text.withUTF8 { text in
                let fields = PresenceFields(entry, name: name, text: text)
                writeWithUnsafeMutableBytes(minimumWritableBytes: fields.sizeInList) { room in
                    var writer = FieldWriter(room)
                    fields.write(to: &writer)
                    return fields.sizeInList
                }
            }
        }
    }
}

/// The fields of a `Presence` whose strings lie somewhere as bytes.
private struct PresenceFields {
    private let entry: Roster.Entry
    private let name: UnsafeBufferPointer<UInt8>
    private let text: UnsafeBufferPointer<UInt8>
    /// Of the message `Status`; nil when it is absent.
    private let statusSize: Int?
    private let size: Int

    init(
        _ entry: Roster.Entry, name: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>
    ) {
        (self.entry, self.name, self.text) = (entry, name, text)
        statusSize = entry.status.map {
            FieldWriter.size(ofBytes: text.count) + FieldWriter.size(of: $0.end ?? 0)
        }
        size =
            FieldWriter.size(ofBytes: UUIDv7.textLength)
            + FieldWriter.size(of: Int64(entry.state.rawValue))
            + FieldWriter.size(of: entry.lastSeen)
            + FieldWriter.size(of: Int64(entry.bucket.rawValue))
            + FieldWriter.size(ofBytes: name.count)
            + (entry.card.photo == 0 ? 0 : 9)
            + (statusSize.map { FieldWriter.size(ofMessage: $0) } ?? 0)
    }

    /// With the number of the field and the length in front.
    var sizeInList: Int { FieldWriter.size(ofMessage: size) }

    /// In the order of their numbers, as the codec does.
    func write(to writer: inout FieldWriter) {
        writer.writeHead(1, length: size)
        writer.writeHead(1, length: UUIDv7.textLength)
        writer.writeText(of: entry.user)
        writer.write(2, Int64(entry.state.rawValue))
        writer.write(3, entry.lastSeen)
        writer.write(4, Int64(entry.bucket.rawValue))
        writer.write(5, name)
        writer.write(6, fixed: entry.card.photo)
        guard let status = entry.status, let statusSize else { return }
        writer.writeHead(7, length: statusSize)
        writer.write(1, text)
        writer.write(2, status.end ?? 0)
    }
}
