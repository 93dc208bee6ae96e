import NIOCore
import RollcallRPC
import RollcallWire

/// Holds what one end of a connection sends against the protocol.
struct OutputObserver {
    let isServer: Bool
    private(set) var finding: Finding?
    private var decoder = FrameDecoder(
        limits: FrameLimits(maximumBody: ConnectionConfiguration().maximumBody))
    private var hasSaidHello = false
    private var highestStreamID: UInt32 = 0
    /// Streams on which this end must send nothing more.
    private var ended: Set<UInt32> = []

    init(isServer: Bool) {
        self.isServer = isServer
    }

    /// - Parameter bytes: whole frames, or the rest of one.
    mutating func observe(_ bytes: ByteBuffer) {
        do {
            decoder.append(bytes)
            while let frame = try decoder.next() { try observe(frame) }
        } catch {
            finding = finding ?? Finding("\(isServer ? "the server" : "the client") sent \(error)")
        }
    }

    private mutating func observe(_ frame: Frame) throws {
        let header = frame.header
        guard let type = FrameType(rawValue: header.type) else { return }
        try require(hasSaidHello == (type != .hello), "\(type) out of its place")
        hasSaidHello = true
        try require(
            header.flags.contains(.message) || frame.body.readableBytes == 0
                || type == .window || type == .ping, "a body that is no message")
        switch type {
        case .open:
            try require(!isServer && header.streamID % 2 == 1, "an OPEN of \(header.streamID)")
            try require(header.streamID > highestStreamID, "an OPEN of \(header.streamID) again")
            highestStreamID = header.streamID
            if header.flags.contains(.end) { try end(header.streamID) }
        case .data:
            try requireOpen(header.streamID)
            if header.flags.contains(.end), !isServer { try end(header.streamID) }
        case .close:
            try require(isServer, "a CLOSE from the client")
            try end(header.streamID)
        case .cancel:
            try require(!isServer, "a CANCEL from the server")
            ended.insert(header.streamID)
        case .window, .hello, .ping, .goAway: break
        }
    }

    private mutating func end(_ id: UInt32) throws {
        try requireOpen(id)
        ended.insert(id)
    }

    private func requireOpen(_ id: UInt32) throws {
        try require(!ended.contains(id), "a frame after the end of stream \(id)")
        try require(isServer || id <= highestStreamID, "a frame of stream \(id), not opened")
    }
}
