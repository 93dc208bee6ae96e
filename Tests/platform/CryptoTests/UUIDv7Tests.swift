import Testing

@testable import RollcallCrypto

struct UUIDv7Tests {
    /// The example of RFC 9562 appendix A.6.
    @Test func theRFCsExampleComesOut() {
        let id = UUIDv7(
            milliseconds: 0x017f_22e2_79b0, randomA: 0xcc3, randomB: 0x18c4_dc0c_0c07_398f)
        #expect(id.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        #expect(UUIDv7("017F22E2-79B0-7CC3-98C4-DC0C0C07398F") == id)
        #expect(UUIDv7(bytes: id.bytes) == id)
        #expect(id.milliseconds == 1_645_557_742_000)
    }

    @Test(arguments: [
        "", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398ff",
        "017f22e279b07cc398c4dc0c0c07398f", "{17f22e2-79b0-7cc3-98c4-dc0c0c07398}",
        "017f22e2-79b0-7cc3-98c4dc-0c0c07398f", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f",
        "017f22e2-79b0-7cc3-18c4-dc0c0c07398f", "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398g", " 17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "017f22e2-79b0-7cc3-98c4-dc0c0c0739é",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(UUIDv7(text) == nil)
    }

    /// Each byte at each place, against what a digit is.
    @Test func aCharacterThatIsNoneOfItsPlaceIsRefused() throws {
        let id = UUIDv7(
            milliseconds: 1 << 47 | 0xabc, randomA: 0xdef, randomB: 0x9876_5432_10fe_dcba)
        let text = Array(id.description.utf8)
        for place in text.indices {
            let isFree = ![8, 13, 14, 18, 19, 23].contains(place)
            for byte in UInt8(1)...127 {
                var changed = text
                changed[place] = byte
                let changedText = String(decoding: changed, as: UTF8.self)
                let read = UUIDv7(changedText)
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
                if isFree { #expect((read != nil) == (digit != nil)) }
                if let read { #expect(read.description == changedText.lowercased()) }
            }
        }
    }

    @Test func theOrderIsThatOfTheBytes() throws {
        let ids = try (0..<200).map { index in
            let random = try RandomSource.system.bytes(10)
            var sequence = UUIDv7Sequence()
            return sequence.next(milliseconds: Int64(index % 3) << 40, random: random)
        }
        let byValue = ids.sorted()
        let byBytes = ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        #expect(byValue == byBytes)
        #expect(byValue.map(\.description) == byValue.map(\.description).sorted())
    }

    @Test func bytesThatLieInManyPiecesAreReadAlike() {
        let id = UUIDv7(milliseconds: 1 << 40, randomA: 0xabc, randomB: 1 << 60 | 7)
        #expect(UUIDv7(bytes: [id.bytes.prefix(3), id.bytes.dropFirst(3)].joined()) == id)
        #expect(UUIDv7(bytes: ([9] + id.bytes).dropFirst()) == id)
    }

    @Test func bytesOfAnotherLengthAreRefused() {
        let id = UUIDv7(milliseconds: 1, randomA: 1, randomB: 1)
        #expect(UUIDv7(bytes: id.bytes.dropLast()) == nil)
        #expect(UUIDv7(bytes: id.bytes + [0]) == nil)
    }
}
