import RollcallAPI
import RollcallCrypto
import Testing

@testable import Auth

@Suite struct RevocationCursorsTests {
    private let secret = Secret(Array(repeating: 7, count: 32))
    private let position = RevocationPosition(epoch: 0x0123_4567_89ab_cdef, version: 42)

    @Test func aCursorIsKnownAgainAlsoAfterARestart() throws {
        let cursor = try RevocationCursors(secret: secret).cursor(at: position)
        #expect(cursor.epoch == position.epoch && cursor.version == position.version)
        #expect(cursor.code.count == 16)
        #expect(try RevocationCursors(secret: secret).position(cursor) == position)
    }

    @Test func everyOtherIsNone() throws {
        let cursors = RevocationCursors(secret: secret)
        let cursor = try cursors.cursor(at: position)
        for bit in 0..<64 {
            var other = cursor
            other.epoch ^= 1 << UInt64(bit)
            #expect(try cursors.position(other) == nil)
            other = cursor
            other.version ^= 1 << UInt64(bit)
            #expect(try cursors.position(other) == nil)
        }
        for bit in 0..<128 {
            var other = cursor
            other.code[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try cursors.position(other) == nil)
        }
        for count in 0..<16 {
            var other = cursor
            other.code = Array(cursor.code.prefix(count))
            #expect(try cursors.position(other) == nil)
        }
        let foreign = RevocationCursors(secret: Secret(Array(repeating: 8, count: 32)))
        #expect(try foreign.position(cursor) == nil)
    }
}
