import RollcallWire
import Testing

/// Fields whose numbers no field can have: others read them as something else.
@Suite struct FieldNumberTests {
    @Test(
        arguments: [
            [0x80, 0x00, 0x00], [0x82, 0x00, 0x00], [0x80, 0x80, 0x80, 0x80, 0x10, 0x00],
            [0x88, 0x80, 0x80, 0x80, 0x10, 0x01],
        ] as [[UInt8]])
    func aNumberThatNoFieldHasIsRefused(_ bytes: [UInt8]) {
        #expect(throws: CodecError.malformed) { try Everything.Inner(serialized: bytes) }
        let within = [0x8A, 0x01, UInt8(bytes.count)] + bytes
        #expect(throws: CodecError.malformed) { try Everything(serialized: within) }
    }

    @Test func theHighestNumberIsTaken() throws {
        let bytes: [UInt8] = [0xF8, 0xFF, 0xFF, 0xFF, 0x0F, 0x01]
        #expect(try Everything(serialized: bytes).last == 1)
        #expect(try Everything.Inner(serialized: bytes) == Everything.Inner())
    }
}
