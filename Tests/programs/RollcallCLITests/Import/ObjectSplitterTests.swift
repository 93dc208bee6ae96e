import Testing

@testable import rollcall

struct ObjectSplitterTests {
    typealias Object = ObjectSplitter.Object

    private static let firebase = """
        {"users": [
        {"localId": "a", "x": "br{ack}et \\" \\\\"},
        {"localId": "b", "list": [{"p": 1}, {"p": [2]}]}, {}
        ]}

        """

    private func split(_ text: String, isNested: Bool = false, by length: Int) throws -> [Object] {
        var splitter = ObjectSplitter(isNested: isNested)
        var objects: [Object] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: length) {
            objects += try splitter.objects(
                in: Array(bytes[start..<min(start + length, bytes.count)]))
        }
        try splitter.end()
        return objects
    }

    private func texts(_ objects: [Object]) -> [String] {
        objects.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func theUsersOfAFirebaseExportComeOutWhateverThePieces() throws {
        for length in [1, 2, 3, 7, 20, 1000] {
            let objects = try split(Self.firebase, isNested: true, by: length)
            #expect(
                texts(objects) == [
                    #"{"localId": "a", "x": "br{ack}et \" \\"}"#,
                    #"{"localId": "b", "list": [{"p": 1}, {"p": [2]}]}"#, "{}",
                ])
            #expect(objects.map(\.line) == [2, 3, 3])
        }
    }

    @Test func theElementsOfAnArrayAndLinesComeOut() throws {
        for length in 1...9 {
            for text in [#"[{"a":"]"},{"b":[{}]}]"#, "{\"a\":\"]\"}\n\n\r\n{\"b\":[{}]}"] {
                let objects = try split(text, by: length)
                #expect(texts(objects) == [#"{"a":"]"}"#, #"{"b":[{}]}"#])
            }
        }
    }

    @Test func everyTruncationIsNoticed() {
        for count in 1..<Self.firebase.utf8.count - 2 {
            #expect(throws: Failure.self) {
                try split(String(Self.firebase.prefix(count)), isNested: true, by: 1000)
            }
        }
    }

    @Test(arguments: ["[1,{}]", #"[{},"x"]"#, "]", "[{}]]", "{}\nabc", "\"{}\"", "[[{}]]"])
    func whatIsNoListOfObjectsIsRefused(text: String) {
        #expect(throws: Failure.self) { try split(text, by: 3) }
    }

    @Test func anObjectWithoutEndIsRefusedBeforeItFillsTheMemory() throws {
        var splitter = ObjectSplitter(isNested: true)
        _ = try splitter.objects(in: Array(#"{"users":[{"a":""#.utf8))
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024)
        #expect(throws: Failure.self) {
            for _ in 0..<10 { _ = try splitter.objects(in: piece) }
        }
    }

    @Test func randomBytesAreSplitAlikeOrRefused() {
        let alphabet = Array("{}[]\",:\\\n\r a1".utf8)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...60)).map { _ in alphabet.randomElement() ?? 0 }
            let text = String(decoding: bytes, as: UTF8.self)
            for isNested in [false, true] {
                let whole = try? split(text, isNested: isNested, by: 100)
                #expect(whole == (try? split(text, isNested: isNested, by: 1)))
            }
        }
    }
}
