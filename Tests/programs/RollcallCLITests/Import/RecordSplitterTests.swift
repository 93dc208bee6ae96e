import Foundation
import TestSupport
import Testing

@testable import rollcall

struct RecordSplitterTests {
    typealias Record = RecordSplitter.Record

    private static let firebase = """
        {"users": [
        {"localId": "a", "x": "br{ack}et \\" \\\\"},
        {"localId": "b", "list": [{"p": 1}, {"p": [2]}]}, {}
        ]}

        """

    private func split(
        _ text: String, _ form: RecordSplitter.Form, by length: Int
    ) throws -> [Record] {
        var splitter = RecordSplitter(form)
        var records: [Record] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: length) {
            records += try splitter.records(
                in: Array(bytes[start..<min(start + length, bytes.count)]))
        }
        if let last = try splitter.end() { records.append(last) }
        return records
    }

    private func texts(_ records: [Record]) -> [String] {
        records.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func theUsersOfAFirebaseExportAreRecordsWhateverThePieces() throws {
        for length in [1, 2, 3, 7, 20, 1000] {
            let records = try split(Self.firebase, .array(level: 2), by: length)
            #expect(
                texts(records) == [
                    #"{"localId": "a", "x": "br{ack}et \" \\"}"#,
                    #"{"localId": "b", "list": [{"p": 1}, {"p": [2]}]}"#, "{}",
                ])
            #expect(records.map(\.line) == [2, 3, 3])
        }
    }

    @Test func theObjectsOfAnArrayAreRecords() throws {
        for length in 1...9 {
            let records = try split(#"[{"a":"]"},{"b":[{}]}]"#, .array(level: 1), by: length)
            #expect(texts(records) == [#"{"a":"]"}"#, #"{"b":[{}]}"#])
        }
    }

    @Test func linesAreRecordsAlsoWithoutALineFeedAtTheEnd() throws {
        for length in 1...9 {
            let records = try split("{\"a\n\n\r\n\"}\nlast", .lines, by: length)
            #expect(texts(records) == ["{\"a\n", "\"}\n", "last"])
            #expect(records.map(\.line) == [1, 4, 5])
        }
    }

    @Test func aLineOfCSVGoesOnWithinQuotes() throws {
        for length in 1...9 {
            let records = try split("a,\"b\nc\"\"d\"\r\n1,2\n", .csv, by: length)
            #expect(texts(records) == ["a,\"b\nc\"\"d\"\r\n", "1,2\n"])
            #expect(records.map(\.line) == [1, 3])
        }
    }

    @Test func everyTruncationOfADocumentIsNoticed() {
        let text = Self.firebase.trimmingCharacters(in: .newlines)
        for count in 1..<text.utf8.count {
            #expect(throws: Failure.self) {
                try split(String(text.prefix(count)), .array(level: 2), by: 1000)
            }
        }
        #expect(throws: Failure.self) { try split("a,\"b", .csv, by: 1) }
    }

    @Test(arguments: [#"[1,{}]"#, #"[{},"x"]"#, "]", "[{}]]"])
    func whatIsNoArrayOfObjectsIsRefused(text: String) {
        #expect(throws: Failure.self) { try split(text, .array(level: 1), by: 3) }
    }

    @Test func aRecordWithoutEndIsRefusedBeforeItFillsTheMemory() throws {
        var splitter = RecordSplitter(.array(level: 2))
        _ = try splitter.records(in: Array(#"{"users":[{"a":""#.utf8))
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024)
        #expect(throws: Failure.self) {
            for _ in 0..<10 { _ = try splitter.records(in: piece) }
        }
    }

    @Test func randomBytesAreSplitOrRefused() {
        let alphabet = Array("{}[]\",:\\\n\r a1".utf8)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...60)).map { _ in alphabet.randomElement() ?? 0 }
            for form in [RecordSplitter.Form.lines, .csv, .array(level: 1), .array(level: 2)] {
                let text = String(decoding: bytes, as: UTF8.self)
                let whole = Result { try split(text, form, by: 100) }
                let pieces = Result { try split(text, form, by: 1) }
                #expect((try? whole.get()) == (try? pieces.get()))
            }
        }
    }

    @Test func aFileIsReadInItsOwnForm() throws {
        let temporary = try TemporaryDirectory()
        let directory = temporary.path
        func records(_ name: String, _ text: String, isNested: Bool) throws -> [String] {
            let path = "\(directory)/\(name)"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let file = try RecordFile(path, isNested: isNested)
            var all: [Record] = []
            while let next = try file.next() { all += next }
            return texts(all)
        }
        #expect(try records("a.json", Self.firebase, isNested: true).count == 3)
        #expect(try records("b.json", "\u{feff}[{},{}]", isNested: false).count == 2)
        #expect(try records("c.json", "{}\n{}", isNested: false) == ["{}\n", "{}"])
        #expect(try records("d.csv", "{}\n\"a\nb\"", isNested: true) == ["{}\n", "\"a\nb\""])
        #expect(try records("e.json", "", isNested: true).isEmpty)
        let long = (0..<20_000).map { "{\"n\":\($0)}\n" }
        #expect(try records("f.json", long.joined(), isNested: false) == long)
        #expect(throws: Failure.self) { try RecordFile("\(directory)/none", isNested: false) }
        withExtendedLifetime(temporary) {}
    }
}
