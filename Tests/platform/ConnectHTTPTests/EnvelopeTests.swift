import NIOCore
import RollcallRPC
import Testing

@testable import ConnectHTTP

struct EnvelopeTests {
    private static let messages = ["", "a", String(repeating: "many ", count: 400), "b"]
        .map { ByteBuffer(string: $0) }

    /// In parts of any size, as a network delivers them.
    @Test(arguments: [1, 2, 3, 5, 7, 64, 5000], [Coding.identity, .gzip])
    func messagesComeBackWhateverTheirPartsAre(size: Int, coding: Coding) throws {
        var body = ByteBuffer()
        for message in Self.messages {
            var envelope = Envelope.message(message, coding)
            body.writeBuffer(&envelope)
        }
        var reader = Envelope.Reader(coding, limit: 2000)
        var found: [ByteBuffer] = []
        while body.readableBytes > 0 {
            reader.append(body.readSlice(length: min(size, body.readableBytes)) ?? ByteBuffer())
            while let message = try reader.next() { found.append(message) }
        }
        #expect(found == Self.messages)
        #expect(reader.isAtEnd)
    }

    @Test func aMessageIsRefusedByItsLengthBeforeItIsThere() {
        var reader = Envelope.Reader(.identity, limit: 10)
        reader.append(ByteBuffer(bytes: [0, 0, 0, 0, 11]))
        #expect(throws: RPCError.tooLarge(10)) { try reader.next() }
    }
}
