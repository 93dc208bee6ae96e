/// A part of the RPC layer, of the door, or of what takes and serves photos, that is fuzzed: bytes
/// go in, and /// what must hold whatever they are is checked.
enum FuzzTarget: String, CaseIterable {
    /// Bytes in pieces, to frames.
    case frames
    /// Bytes that are a small program, to two ends of a connection.
    case connection
    /// Bytes to messages, against Google's protobuf.
    case codec
    /// Bytes to HELLO and to the other messages that stand in frames.
    case meta
    /// Bytes to a photo that is stored, against libjpeg-turbo.
    case photo
    /// Lines to a photo that is asked for over HTTP.
    case link
    /// Bytes to what the door reads: heads, envelopes, JSON, the header of a proxy.
    case door

    /// - Throws: a `Finding`.
    func run(_ bytes: [UInt8], google: (any GoogleProtobuf)?) throws {
        switch self {
        case .frames: try FrameSplitting(bytes).run()
        case .connection: try ConnectionProgram(bytes).run()
        case .codec: try CodecComparison(google: google).run(bytes)
        case .meta: try MetaReading(bytes).run()
        case .photo: try PhotoSanitizing(bytes).run()
        case .link: try PhotoRequests(bytes).run()
        case .door:
            var reading = DoorReading(bytes)
            try reading.run()
        }
    }
}

/// What Google's protobuf makes of messages.
protocol GoogleProtobuf {
    /// The deterministic encoding without unknown fields, or nil when it refuses the bytes. Unless
    /// `checksText`, a string need not be UTF-8.
    func canonical(_ type: String, _ bytes: [UInt8], checksText: Bool) -> [UInt8]?

    /// Whether a message comes again where it may stand once.
    func repeatsMessage(_ type: String, _ bytes: [UInt8]) -> Bool
}

/// What must hold and did not.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// - Throws: a `Finding` unless something holds.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(Finding) {
    guard holds else { throw Finding(otherwise()) }
}
