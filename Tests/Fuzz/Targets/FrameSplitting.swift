import NIOCore
import RollcallWire

/// The frame decoder gives the same frames and the same error in whatever pieces the bytes arrive,
/// and holds no more than one frame.
struct FrameSplitting {
    private let pieces: [Int]
    private let bytes: [UInt8]

    /// - Parameter input: how many pieces, their lengths, and the bytes.
    init(_ input: [UInt8]) {
        var choices = Choices(input)
        self.pieces = choices.bytes(Int(choices.byte() % 16)).map { Int($0) + 1 }
        self.bytes = choices.everything()
    }

    func run() throws {
        let whole = try Self.decode([bytes[...]])
        try require(Self.decode(cut(pieces)) == whole, "pieces of \(pieces) give other frames")
        try require(Self.decode(cut([1])) == whole, "single bytes give other frames")
        try requireRoundTrip(of: whole)
    }

    private struct Outcome: Equatable {
        var frames: [Frame] = []
        var error: FrameError?
    }

    /// The bytes in pieces of some lengths, again and again.
    private func cut(_ lengths: [Int]) -> [ArraySlice<UInt8>] {
        var rest = bytes[...]
        var pieces: [ArraySlice<UInt8>] = []
        var index = 0
        while !rest.isEmpty {
            let length = lengths.isEmpty ? rest.count : lengths[index % lengths.count]
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
            index += 1
        }
        return pieces
    }

    private static func decode(_ pieces: [ArraySlice<UInt8>]) throws -> Outcome {
        let limits = FrameLimits()
        var decoder = FrameDecoder(limits: limits)
        var outcome = Outcome()
        var held = 0
        for piece in pieces {
            decoder.append(ByteBuffer(bytes: piece))
            held += piece.count
            do throws(FrameError) {
                while let frame = try decoder.next() {
                    held -= FrameHeader.size + frame.header.payloadLength
                    outcome.frames.append(frame)
                }
            } catch {
                outcome.error = error
                return outcome
            }
            try require(decoder.isInsideFrame == (held > 0), "\(held) bytes are half a frame")
            try require(held < FrameHeader.size + limits.maximumPayload, "\(held) bytes are held")
        }
        return outcome
    }

    /// What was decoded is what is written.
    private func requireRoundTrip(of outcome: Outcome) throws {
        var written = ByteBuffer()
        for frame in outcome.frames {
            written.writeFrameHeader(frame.header)
            written.writeImmutableBuffer(frame.meta)
            written.writeImmutableBuffer(frame.body)
        }
        try require(
            bytes.starts(with: written.readableBytesView), "a frame is written as other bytes")
    }
}
