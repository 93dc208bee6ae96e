import MessageJSON
import Testing

struct JSONTests {
    private static let value = JSON.object([
        "a": .array([.null, .bool(true), .number(-7), .array([]), .object([:])]),
        "b": .object(["c": .string("\u{1B}\"ä\"")]),
    ])

    @Test func aLineHasItsKeysInOrder() {
        let line = #"{"a":[null,true,-7,[],{}],"b":{"c":"\u001b\"ä\""}}"#
        #expect(Self.value.line() == line)
    }

    @Test func aPageHasAMemberALine() {
        let page = """
            {
              "a": [
                null,
                true,
                -7,
                [],
                {}
              ],
              "b": {
                "c": "\\u001b\\"ä\\""
              }
            }
            """
        #expect(Self.value.page() == page)
    }

    @Test func whatWasWrittenIsReadAgain() throws {
        #expect(try JSON(Array(Self.value.line().utf8)) == Self.value)
        #expect(try JSON(Array(Self.value.page().utf8)) == Self.value)
    }

    @Test(arguments: [
        "", "{", "{}{}", #"{"a":1,"a":1}"#, "1.0", "1e3", "-0", "01", "9223372036854775808", "tru",
        String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
    ])
    func anythingElseIsRefused(_ text: String) {
        #expect(throws: MappingError.self) { try JSON(Array(text.utf8)) }
    }

    @Test func onlyAnObjectOfTextsIsTexts() {
        #expect(JSON.object(["a": .string("b")]).texts == ["a": "b"])
        #expect(JSON.object(["a": .string("b"), "c": .null]).texts == nil)
        #expect(JSON.array([]).texts == nil)
    }
}
