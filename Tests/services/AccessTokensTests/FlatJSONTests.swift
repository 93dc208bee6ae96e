import Testing

@testable import AccessTokens

@Suite struct FlatJSONTests {
    private func integer(_ text: String) -> Int64? {
        FlatJSON(Array(#"{"a":\#(text)}"#.utf8))?.integer("a")
    }

    @Test func anIntegerIsReadIfItIsWrittenTheOneWayItCanBe() {
        let edges = [.min, .min + 1, -10, -1, 0, 1, 9, 10, .max - 1, .max] as [Int64]
        let others = (0..<2000).map { _ in
            Int64.random(in: .min ... .max) >> Int64.random(in: 0..<64)
        }
        for value in edges + others {
            #expect(integer("\(value)") == value)
            #expect(integer(" \(value)\n") == value)
            for text in [
                "0\(value)", "+\(value)", "--\(value)", "\(value)-", "\(value).0", "\(value)e0",
            ] {
                #expect(integer(text) == nil, "\(text)")
            }
        }
    }

    @Test(arguments: [
        "-0", "00", "-", "", "+", "- 1", "1 2", "0x1", "9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "99999999999999999999999999", "1_0",
        "\u{661}", "-01", "NaN", "Infinity", "null",
    ])
    func anotherNumberIsRefused(text: String) {
        #expect(integer(text) == nil)
    }

    @Test(arguments: [
        "{}", " {\t}\r\n", #"{"a":true,"b":false,"c":"","d":"ä\#u{1F600}","":1}"#,
        #" { "a" : true , "b" : 1 } "#,
    ])
    func aFlatObjectIsRead(text: String) {
        #expect(FlatJSON(Array(text.utf8)) != nil)
    }

    @Test(arguments: [
        "", "{", "}", "[]", "{}{}", "{}x", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#,
        #"{"a":1 "b":2}"#, #"{"a":1,,"b":2}"#, #"{"a":1,"a":1}"#, #"{"a":tru}"#, #"{"a":trueish}"#,
        #"{"a":True}"#, #"{"a":"}"#, #"{"a":"b}"#, #"{a:1}"#, #"{'a':1}"#, #"{"a":"\n"}"#,
        "{\"a\":\"\n\"}", "{\"a\":\"\u{0}\"}", #"{"a":[]}"#, #"{"a":{}}"#, #"{"a":null}"#,
        "\u{FEFF}{}", "{\u{A0}}", "{\u{C}}",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(FlatJSON(Array(text.utf8)) == nil)
    }

    @Test func everyTruncationIsRefused() {
        let text = Array(#"{"a":true,"b":-12,"c":"ä"}"#.utf8)
        #expect(FlatJSON(text) != nil)
        for length in text.indices { #expect(FlatJSON(Array(text[..<length])) == nil) }
    }
}
