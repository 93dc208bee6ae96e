import MessageJSON
import Testing

struct ReadingTests {
    @Test(arguments: [
        (#"{"anInt64": 9007199254740993}"#, #"{"anInt64":"9007199254740993"}"#),
        (#"{"aUint64": 18446744073709551615}"#, #"{"aUint64":"18446744073709551615"}"#),
        (#"{"anInt32": 1e3, "aUint32": "2.0", "aSint32": -120e-1}"#, nil),
        (#"{"some_bytes": "-_-_"}"#, #"{"someBytes":"+/+/"}"#),
        (#"{"someBytes": "AA"}"#, #"{"someBytes":"AA=="}"#),
        (#"{"color": "COLOR_CRIMSON", "kind": 99}"#, #"{"color":"COLOR_RED","kind":99}"#),
        (#"{"aDouble": "-Infinity", "aFloat": "NaN"}"#, #"{"aDouble":"-Infinity","aFloat":"NaN"}"#),
        (#"{"aString": null, "doubles": null, "chosenBool": null}"#, "{}"),
        (#"{"chosenBool": null, "chosenInt": 0}"#, #"{"chosenInt":0}"#),
        (#"{"aString": "\ud83d\ude42\u0041\/"}"#, #"{"aString":"🙂A/"}"#),
        (#"{"anInt32": 0, "maybeInt64": 0}"#, #"{"maybeInt64":"0"}"#),
        (#" { "colorsByBool" : { "true" : 1 } } "#, #"{"colorsByBool":{"true":"COLOR_RED"}}"#),
    ])
    func aTextIsTaken(_ text: String, _ expected: String?) throws {
        let shown = try show(read(text))
        #expect(shown == expected ?? #"{"anInt32":1000,"aUint32":2,"aSint32":-12}"#)
    }

    @Test(arguments: [
        (#"{"anInt32": 2147483648}"#, "anInt32: 2147483648 is not an int32"),
        (#"{"aUint32": -1}"#, "aUint32: -1 is not a uint32"),
        (#"{"anInt32": 1.5}"#, "anInt32: 1.5 is not an int32"),
        (#"{"anInt64": 1e400}"#, "anInt64: 1e400 is not an int64"),
        (#"{"aUint64": 18446744073709551616}"#, "aUint64: 18446744073709551616 is not a uint64"),
        (#"{"anInt32": " 1"}"#, #"anInt32: " 1" is not a number"#),
        (#"{"anInt32": true}"#, "anInt32: a number should be here"),
        (#"{"aFloat": 1e39}"#, "aFloat: 1e39 is too large"),
        (#"{"aDouble": -1e309}"#, "aDouble: -1e309 is too large"),
        (#"{"aBool": "true"}"#, "aBool: true or false should be here"),
        (#"{"aString": 1}"#, "aString: a string should be here"),
        (#"{"someBytes": "A"}"#, "someBytes: the bytes should be here in base64"),
        (#"{"someBytes": "AA="}"#, "someBytes: the bytes should be here in base64"),
        (#"{"someBytes": "A A="}"#, "someBytes: the bytes should be here in base64"),
        (#"{"color": "RED"}"#, #"color: rollcall.test.Color has no value "RED""#),
        (#"{"color": 2147483648}"#, "color: 2147483648 is not an int32"),
        (#"{"int32s": [1, null]}"#, "int32s[1]: a number should be here"),
        (#"{"colorsByBool": {"1": 1}}"#, #"colorsByBool["1"]: the key should be true or false"#),
        (#"{"bytesById": {"x": ""}}"#, #"bytesById["x"]: the key should be a number"#),
        (#"{"bytesById": {"1": "", "01": ""}}"#, #"bytesById["01"]: the key should be a number"#),
        (#"{"bytesById": {"1": "", "1.0": ""}}"#, #"bytesById["1.0"]: it is there twice"#),
    ])
    func aValueThatTheFieldCannotHaveIsRefusedByItsPath(_ text: String, _ problem: String) {
        #expect(refusal(of: text) == problem)
    }

    @Test(arguments: [
        (#"{"chosenInt": 1, "chosenBool": true}"#, "chosenBool: chosenInt is there already"),
        (#"{"aString": "a", "aString": "b"}"#, "aString: it is there twice"),
        (#"{"aString": "a", "a_string": null}"#, "aString: it is there twice"),
        (#"{"inner": {"nmae": "x"}}"#, #"inner."nmae": rollcall.test.Everything.Inner has"#),
        (#"{"inners": [{}, {"\u001b[2J": 1}]}"#, #"inners[1]."\u001b[2J": rollcall"#),
    ])
    func aFieldThatCannotBeThereIsRefusedByItsPath(_ text: String, _ problem: String) {
        #expect(refusal(of: text).hasPrefix(problem))
    }

    @Test(arguments: [
        "", " ", "[]", "null", "{", "{}x", "{} {}", #"{"aString"}"#, #"{"aString":}"#,
        #"{"aString":"a",}"#, #"{,}"#, #"{"aString":"a" "aBool":true}"#, #"{"aString":"a"#,
        "{\"aString\":\"a\nb\"}", #"{"aString":"\x"}"#, #"{"aString":"\u12"}"#,
        #"{"aString":"\ud800"}"#, #"{"aString":"\udc00\ud800"}"#, #"{"aString":"\ud800\u0041"}"#,
        #"{'aString':"a"}"#, #"{"anInt32":01}"#, #"{"anInt32":+1}"#, #"{"anInt32":.5}"#,
        #"{"anInt32":1.}"#, #"{"anInt32":1e}"#, #"{"anInt32":-}"#, #"{"aDouble":NaN}"#,
        #"{"aBool":tru}"#, #"{"int32s":[1,]}"#, #"{"int32s":[1 2]}"#, "\u{FEFF}{}", "/**/{}",
    ])
    func aTextThatIsNotJSONIsRefused(_ text: String) {
        #expect(throws: MappingError.self) { try read(text) }
    }

    @Test func aTextThatIsNotUTF8IsRefused() throws {
        let text = Array(#"{"aString":""#.utf8) + [0xC0, 0x80] + Array(#""}"#.utf8)
        #expect(throws: MappingError("the JSON text is not UTF-8")) {
            try TestSchema.pool.message(json: text, as: "rollcall.test.Everything")
        }
    }

    @Test func messagesNestAHundredDeepAndNoDeeper() throws {
        for (depth, isTaken) in [(100, true), (101, false), (1_000_000, false)] {
            let text =
                String(repeating: #"{"child":"#, count: depth) + "{}"
                + String(repeating: "}", count: depth)
            #expect(((try? read(text, as: "rollcall.test.Tree")) != nil) == isTaken)
        }
    }

    /// An attacker has the server look for them.
    @Test(arguments: ["{\"name\": 1}", "{\"color\": \"name\"}"])
    func aNameOfMarksTakesNoLongerThanAnother(_ text: String) {
        func time(_ letters: String) -> Duration {
            let name = String(repeating: letters, count: 32_000)
            let text = text.replacing("name", with: name)
            let start = ContinuousClock.now
            #expect(throws: (any Error).self) { try read(text) }
            return .now - start
        }
        #expect(time("\u{301}\u{327}") < time("\u{e4}\u{e4}") * 10)
    }

    @Test func aTextAndANumberHaveALimit() throws {
        let spaces = [UInt8](repeating: 0x20, count: 16_777_217)
        #expect(throws: MappingError("the JSON text is longer than 16777216 bytes")) {
            try TestSchema.pool.message(json: spaces, as: "rollcall.test.Tree")
        }
        let digits = String(repeating: "9", count: 2000)
        #expect(refusal(of: "{\"aDouble\": \(digits)}").contains("more than 1024 characters"))
    }

    @Test func aTypeThatNobodyDescribedIsNamed() {
        #expect(refusal(of: "{}", as: "no.Such") == "nobody said what no.Such is")
    }
}
