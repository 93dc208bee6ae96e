import NIOCore

@testable import RollcallRPC
@testable import RollcallWire

/// Every message that stands in frames is refused, or means the same when it is written again and
/// stays within its limits.
struct MetaReading {
    private let kind: UInt8
    private let bytes: ByteBuffer

    /// - Parameter input: which message, and its bytes.
    init(_ input: [UInt8]) {
        self.kind = input.first ?? 0
        self.bytes = ByteBuffer(bytes: input.dropFirst())
    }

    func run() throws {
        switch kind % 5 {
        case 0: try readHello()
        case 1: try readOpen()
        case 2: try readClose()
        case 3: _ = try read(Cancel.self)
        default: _ = try read(GoAway.self)
        }
    }

    private func read<Meta: Message>(_ type: Meta.Type) throws -> Meta? {
        guard let meta = try? type.init(serialized: bytes) else { return nil }
        try require(try type.init(serialized: meta.serialized()) == meta, "\(meta) is another")
        _ = "\(meta)"
        return meta
    }

    private func readHello() throws {
        guard let hello = try read(Hello.self) else { return }
        let peer = PeerLimits(hello)
        try require(peer.maximumStreams >= Floor.streams, "fewer streams than the floor")
        try require(
            (Floor.streamWindow...SendCredit.maximum).contains(peer.streamWindow),
            "a stream window of \(peer.streamWindow)")
    }

    private func readOpen() throws {
        guard let open = try read(Open.self) else { return }
        try readMetadata(open.metadata)
    }

    private func readClose() throws {
        guard let close = try read(Close.self) else { return }
        try readMetadata(close.trailers)
        let code = StatusCode(wire: close.status)
        let error = RPCError(
            code, close.message,
            details: close.details.map { ErrorDetail(type: $0.type, value: $0.value) },
            trailers: (try? Metadata(close.trailers)) ?? Metadata())
        let passedOn = Close(error)
        try require(
            passedOn.serializedSize <= FrameLimits().maximumMeta, "a CLOSE over the limit")
        try require(passedOn.message.utf8.count <= 1024, "a message over the limit")
    }

    private func readMetadata(_ entries: [MetadataEntry]) throws {
        guard let metadata = try? Metadata(entries) else { return }
        try require(entries.count <= Metadata.maximumEntries, "\(entries.count) entries")
        try require(try Metadata(metadata.wire) == metadata, "the metadata is another")
    }
}
