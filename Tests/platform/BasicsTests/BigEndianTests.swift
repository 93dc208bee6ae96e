import RollcallBasics
import Testing

struct BigEndianTests {
    @Test(arguments: [1, 256, -1, Int64.max, .min])
    func aNumberComesBackFromItsBytes(_ number: Int64) {
        #expect(Int64(bigEndianBytes: number.bigEndianBytes) == number)
    }

    @Test func theMostSignificantByteIsTheFirst() {
        #expect(UInt32(0x0102_0304).bigEndianBytes == [1, 2, 3, 4])
        #expect(UInt64(bigEndianBytes: [1, 2, 3]) == 0x01_02_03)
        var bytes: [UInt8] = [9]
        bytes.append(bigEndian: Int16(-2))
        #expect(bytes == [9, 0xFF, 0xFE])
    }

    @Test func millisecondsAreRoundedTowardsZero() {
        #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
        #expect(Duration.seconds(-90_000).wholeMilliseconds == -90_000_000)
    }
}
