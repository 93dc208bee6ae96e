import RollcallWire
import Testing

struct CodecMalformedTests {
    @Test func noTruncationIsTakenForAWholeMessage() throws {
        let whole = Everything(someBytes: [1, 2, 3], choice: .chosenString("the end"))
        let bytes = whole.serialized()
        for length in 0..<bytes.count {
            #expect((try? Everything(serialized: Array(bytes.prefix(length)))) != whole)
        }
    }

    @Test(arguments: 0..<20)
    func everyTruncationOfARandomMessageIsDecodedOrRefused(seed: Int) {
        var sampler = Sampler(seed: UInt64(seed))
        let bytes = Array(sampler.everything().serialized().prefix(2000))
        for length in 0..<bytes.count {
            _ = try? Everything(serialized: Array(bytes.prefix(length)))
        }
    }

    @Test func aLengthBeyondTheEndIsMalformed() {
        #expect(throws: CodecError.malformed) { try Everything(serialized: [0x72, 0x05, 0x61]) }
        #expect(throws: CodecError.malformed) { try Everything(serialized: [0x72, 0xFF, 0xFF]) }
    }

    @Test func randomBytesAreDecodedOrRefused() {
        var sampler = Sampler(seed: 5)
        for _ in 0..<20_000 {
            let bytes = sampler.bytes()
            _ = try? Everything(serialized: bytes)
            _ = try? Tree(serialized: bytes)
        }
    }

    @Test func aMessageWithBytesChangedIsDecodedOrRefused() {
        var sampler = Sampler(seed: 6)
        for _ in 0..<200 {
            let isTree = sampler.chance(2)
            let original =
                isTree ? sampler.tree(depth: 5).serialized() : sampler.everything().serialized()
            for _ in 0..<20 {
                var bytes = original
                sampler.change(&bytes)
                _ = try? Everything(serialized: bytes)
                _ = try? Tree(serialized: bytes)
            }
        }
    }

    static let notUTF8: [[UInt8]] = [
        [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0x80],
    ]

    @Test(arguments: notUTF8)
    func aStringThatIsNotUTF8IsRefused(text: [UInt8]) {
        let field: [UInt8] = [0x72, UInt8(text.count)] + text
        #expect(throws: CodecError.invalidUTF8(field: "a_string")) {
            try Everything(serialized: field)
        }
    }

    @Test func aStringWithANULIsRefused() {
        #expect(throws: CodecError.nulInString(field: "a_string")) {
            try Everything(serialized: Everything(aString: "a\0b").serialized())
        }
        #expect(throws: CodecError.nulInString(field: "strings[1]")) {
            try Everything(serialized: Everything(strings: ["", "\0"]).serialized())
        }
        #expect(throws: CodecError.nulInString(field: "texts_by_text")) {
            try Everything(serialized: Everything(textsByText: ["\0": ""]).serialized())
        }
    }

    @Test func aTextInAMessageIsNamedByItsPath() {
        let bad = Everything.Inner(name: "a\0b")
        let cases: [(String, Everything)] = [
            ("inner.name", Everything(inner: bad)),
            ("inners[2].name", Everything(inners: [Everything.Inner(), Everything.Inner(), bad])),
            ("chosen_inner.name", Everything(choice: .chosenInner(bad))),
        ]
        for (path, message) in cases {
            #expect(throws: CodecError.nulInString(field: path)) {
                try Everything(serialized: message.serialized())
            }
        }
        let tree = Tree(child: Tree(children: [Tree(), Tree(name: "\0")]))
        #expect(throws: CodecError.nulInString(field: "child.children[1].name")) {
            try Tree(serialized: tree.serialized())
        }
    }

    @Test func bytesMayBeAnything() throws {
        let message = Everything(someBytes: [0, 0xFF, 0xC0, 0])
        #expect(try Everything(serialized: message.serialized()) == message)
    }
}
