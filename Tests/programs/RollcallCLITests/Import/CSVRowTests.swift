import Testing

@testable import rollcall

struct CSVRowTests {
    @Test(arguments: [
        ("a,b\r\n", ["a", "b"]), ("", [""]), (",", ["", ""]), ("a,,\n", ["a", "", ""]),
        ("\"a,b\",c", ["a,b", "c"]), ("\"a\"\"b\"", ["a\"b"]), ("\"\",\"\n\"\n", ["", "\n"]),
    ])
    func fieldsComeOut(line: String, fields: [String]) {
        #expect(CSVRow(Array(line.utf8))?.fields == fields)
    }

    @Test(arguments: ["\"a", "a\"b", "\"a\"b", "\"a\"\"", "a,\""])
    func malformedLinesAreRefused(line: String) {
        #expect(CSVRow(Array(line.utf8)) == nil)
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        #expect(CSVRow([0xff, 0x2c]) == nil)
    }

    /// A property: what a writer by the RFC has written is read again.
    @Test func whatIsQuotedComesBack() {
        let letters = ["a", "\"", ",", "\n", "\r", "ü", " "]
        for _ in 0..<2000 {
            let fields = (0..<Int.random(in: 1...4)).map { _ in
                (0..<Int.random(in: 0...5)).map { _ in letters.randomElement() ?? "" }.joined()
            }
            let quoted = fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
            #expect(CSVRow(Array("\(quoted.joined(separator: ","))\r\n".utf8))?.fields == fields)
        }
    }
}
