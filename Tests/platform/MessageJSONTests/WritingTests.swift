import MessageJSON
import TestSupport
import Testing

struct WritingTests {
    @Test func sensitiveFieldsAreRedactedAndOthersAreNot() throws {
        let pool = try TestSchema.pool
        let type = "rollcall.v1.SignUpRequest"
        let text = #"{"email":"a@example.org","password":"secret","displayName":"ann"}"#
        let message = try read(text, as: type)
        let redacted = try pool.json(of: message, as: type, isRedacted: true)
        #expect(redacted == #"{"email":"<redacted>","password":"<redacted>","displayName":"ann"}"#)
        #expect(try pool.json(of: message, as: type, isRedacted: false) == text)
        // That there is nothing is no secret.
        #expect(try pool.json(of: [], as: type, isRedacted: true) == "{}")
    }

    @Test func ofAOneofTheLastOnTheWireCountsAndAMessageInPartsIsMerged() throws {
        // chosen_bool 53, chosen_int 52; then inner 17 twice.
        #expect(try show([0xA8, 0x03, 0x01, 0xA0, 0x03, 0x09]) == #"{"chosenInt":-5}"#)
        let parts: [UInt8] = [0x8A, 0x01, 3, 0x0A, 1, 0x61, 0x8A, 0x01, 2, 0x10, 2]
        #expect(try show(parts) == #"{"inner":{"name":"a","kind":"KIND_DEFAULT"}}"#)
        // chosen_inner 57, chosen_bool, chosen_inner: the first part is gone.
        let again: [UInt8] = [0xCA, 0x03, 3, 0x0A, 1, 0x61, 0xA8, 0x03, 1, 0xCA, 0x03, 2, 0x10, 2]
        #expect(try show(again) == #"{"chosenInner":{"kind":"KIND_DEFAULT"}}"#)
    }

    @Test func aFieldOfAnotherWireTypeOrNumberIsLeftOut() throws {
        // an_int32 (3) as bytes, number 100 as a varint, a group.
        #expect(try show([0x1A, 1, 0x61, 0xA0, 0x06, 1, 0xA3, 0x06, 0x18, 7, 0xA4, 0x06]) == "{}")
    }

    @Test func whatATerminalWouldActOnIsEscaped() throws {
        let text = try show(read(#"{"aString": "\u001b[2J\u202e\u0000\"é"}"#))
        #expect(text == #"{"aString":"\u001b[2J\u202e\u0000\"é"}"#)
    }

    @Test(
        arguments: [
            [0x72, 1, 0xFF], [0x08], [0x00], [0x72, 5, 0x61], [0x0F],
            [0x72, 0xFF, 0xFF, 0xFF, 0x7F],
            [0x18] + [UInt8](repeating: 0xFF, count: 10), [0x1B], [0x1C], [0x1B, 0x24],
        ] as [[UInt8]])
    func bytesThatAreNoMessageAreRefused(_ bytes: [UInt8]) {
        #expect(throws: MappingError.self) { try show(bytes) }
    }

    @Test func messagesAreShownAHundredDeepAndNoDeeper() throws {
        for (depth, isTaken) in [(100, true), (101, false)] {
            var bytes: [UInt8] = []
            for _ in 0..<depth { bytes = [0x12] + Self.length(bytes.count) + bytes }
            #expect(((try? show(bytes, as: "rollcall.test.Tree")) != nil) == isTaken)
        }
    }

    private static func length(_ count: Int) -> [UInt8] {
        count < 128 ? [UInt8(count)] : [UInt8(count & 127) | 128, UInt8(count >> 7)]
    }

    @Test func randomBytesNeverTrap() throws {
        var generator = TestNumbers(seed: 5)
        let whole = try read(
            #"""
            {"aDouble":1.5,"inner":{"name":"x","numbers":[1,300]},"doubles":[1,2],"strings":["a"],
            "textsByText":{"a":"b"},"innersByNumber":{"1":{"name":"y"}},"chosenInner":{}}
            """#)
        var shown = 0
        for _ in 0..<5000 {
            var bytes = whole
            for _ in 0..<3 {
                guard let index = bytes.indices.randomElement(using: &generator) else { break }
                bytes[index] = .random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(bytes.count / 3) }
            if (try? show(bytes)) != nil { shown += 1 }
        }
        #expect(shown > 100 && shown < 4900)
    }
}
