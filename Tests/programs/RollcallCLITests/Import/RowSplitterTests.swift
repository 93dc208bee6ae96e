import Testing

@testable import rollcall

struct RowSplitterTests {
    typealias Row = RowSplitter.Row

    private static let firebase = """
        {"users": [
        {"localId": "a", "x": "br{ack}et \\" \\\\"},
        {"localId": "b", "list": [{"p": 1}, {"p": [2]}]}, {}
        ]}

        """

    private func split(_ text: String, isNested: Bool = false, by length: Int) throws -> [Row] {
        var splitter = RowSplitter(isNested: isNested)
        var rows: [Row] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: length) {
            rows += splitter.rows(in: Array(bytes[start..<min(start + length, bytes.count)]))
        }
        return try rows + splitter.end()
    }

    private func texts(_ rows: [Row]) -> [String] {
        rows.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func theUsersOfAFirebaseExportComeOutWhateverThePieces() throws {
        for length in [1, 2, 3, 7, 20, 1000] {
            let rows = try split(Self.firebase, isNested: true, by: length)
            #expect(
                texts(rows) == [
                    #"{"localId": "a", "x": "br{ack}et \" \\"}"#,
                    #"{"localId": "b", "list": [{"p": 1}, {"p": [2]}]}"#, "{}",
                ])
            #expect(rows.map(\.line) == [2, 3, 3])
        }
    }

    @Test func theElementsOfAnArrayAndLinesComeOut() throws {
        for length in 1...9 {
            for text in [#"[{"a":"]"},{"b":[{}]}]"#, "\n{\"a\":\"]\"}\n\n \n{\"b\":[{}]}"] {
                let rows = try split(text, by: length)
                #expect(texts(rows) == [#"{"a":"]"}"#, #"{"b":[{}]}"#])
            }
        }
    }

    /// It would swallow those behind it otherwise.
    @Test func aLineThatIsCutOffIsARowOfItsOwn() throws {
        let rows = try split("{\"a\":1}\n{\"b\":\"\n]\n{\"c\":1}\r\n", by: 4)
        #expect(texts(rows) == [#"{"a":1}"#, #"{"b":""#, "]", "{\"c\":1}\r"])
        #expect(rows.map(\.line) == [1, 2, 3, 4])
    }

    @Test func everyTruncationOfAListIsNoticed() {
        for count in 1..<Self.firebase.utf8.count - 2 {
            #expect(throws: Failure.self) {
                try split(String(Self.firebase.prefix(count)), isNested: true, by: 1000)
            }
        }
    }

    @Test func aRowWithoutEndIsCutBeforeItFillsTheMemory() throws {
        for (start, isNested) in [(#"{"users":[{"a":""#, true), (#"{"a":""#, false)] {
            var splitter = RowSplitter(isNested: isNested)
            _ = splitter.rows(in: Array(start.utf8))
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024)
            for _ in 0..<10 { #expect(splitter.rows(in: piece).isEmpty) }
            let rows = splitter.rows(in: Array("\"}\n".utf8))
            #expect(rows.map(\.bytes.count) == [RowSplitter.longest + 1])
            #expect(throws: MalformedRow.self) { try ImportFormat.supabase.user(rows[0].bytes) }
        }
    }

    @Test func randomBytesAreSplitAlikeWhateverThePieces() {
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
