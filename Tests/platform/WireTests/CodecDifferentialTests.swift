import RollcallWire
import Testing

/// What Google's protobuf says, against what this codec says.
struct CodecDifferentialTests {
    @Test func googleReadsWhatThisWritesAndThisReadsWhatGoogleWrites() throws {
        var sampler = Sampler(seed: 99)
        let batch = Batch(
            everything: (0..<150).map { _ in sampler.everything() },
            trees: (0..<60).map { _ in sampler.tree(depth: 6) },
            names: (0..<40).map { _ in sampler.names() })
        let text = try Protoc.decode(batch.serialized(), as: Batch.typeName)
        let bytes = try Protoc.encode(text, as: Batch.typeName)
        #expect(try Batch(serialized: bytes) == batch)
    }

    // The test above would not notice a mistake that reading and writing have in common.
    @Test func everyKindOfFieldMeansTheSame() throws {
        let bytes = try Protoc.encode(Self.text, as: Everything.typeName)
        #expect(try Everything(serialized: bytes) == Self.message)
        let text = try Protoc.decode(Self.message.serialized(), as: Everything.typeName)
        #expect(try text == Protoc.decode(bytes, as: Everything.typeName))
    }

    @Test func bothTakeTheSameDepth() throws {
        for (depth, isTaken) in [(100, true), (101, false)] {
            var tree = Tree()
            for _ in 0..<depth {
                tree = Tree(child: tree)
            }
            let bytes = tree.serialized()
            #expect((try? Tree(serialized: bytes)) == (isTaken ? tree : nil))
            #expect((try? Protoc.decode(bytes, as: Tree.typeName) != "") == (isTaken ? true : nil))
        }
    }

    @Test func whatThisTakesOfBrokenMessagesGoogleTakesAsTheSame() throws {
        var sampler = Sampler(seed: 7)
        var taken = 0
        for _ in 0..<150 {
            let whole = Everything.Inner(
                name: "a name", kind: .negative, numbers: [1, 300, 70_000])
            var bytes = whole.serialized()
            sampler.change(&bytes)
            sampler.change(&bytes)
            guard let message = try? Everything.Inner(serialized: bytes) else { continue }
            taken += 1
            let text = try Protoc.decode(bytes, as: Everything.Inner.typeName)
            let again = try Protoc.encode(known(text), as: Everything.Inner.typeName)
            #expect(try Everything.Inner(serialized: again) == message)
        }
        #expect(taken > 10)
    }

    /// Without the unknown fields, which are shown by number.
    private func known(_ text: String) -> String {
        text.split(separator: "\n").filter { $0.first?.isLetter ?? false }.joined(separator: "\n")
    }
}

extension CodecDifferentialTests {
    static let text = #"""
        a_double: 1.5 a_float: -2.25 an_int32: -2147483648 an_int64: -9223372036854775808
        a_uint32: 4294967295 a_uint64: 18446744073709551615 a_sint32: -2147483648
        a_sint64: -9223372036854775808 a_fixed32: 4294967295 a_fixed64: 18446744073709551615
        an_sfixed32: -2147483648 an_sfixed64: -9223372036854775808 a_bool: true
        a_string: "h\303\251llo" some_bytes: "\000\377" color: COLOR_BRIGHT_GREEN
        inner { name: "inner" kind: KIND_NEGATIVE numbers: [1, 300] } kind: KIND_DEFAULT
        doubles: [0.5, -1] floats: [0.25] int32s: [-1, 0, 1] int64s: [-1] uint32s: [4294967295]
        uint64s: [18446744073709551615] sint32s: [-1, 1] sint64s: [-2] fixed32s: [7]
        fixed64s: [8] sfixed32s: [-7] sfixed64s: [-8] bools: [true, false, true]
        strings: ["", "b"] byte_strings: ["\001", ""] colors: [COLOR_CRIMSON, COLOR_2D]
        inners { } inners { name: "second" } unpacked: [1, -1]
        maybe_double: 0 maybe_int64: 0 maybe_bool: false maybe_string: "" maybe_bytes: ""
        maybe_color: COLOR_UNSPECIFIED maybe_inner { }
        chosen_int: -5
        texts_by_text { key: "k" value: "v" } inners_by_number { key: -3 value { name: "x" } }
        colors_by_bool { key: true value: COLOR_RED } bytes_by_id { key: 5 value: "\000" }
        last: 12
        """#

    static let message = Everything(
        aDouble: 1.5, aFloat: -2.25, anInt32: .min, anInt64: .min, aUint32: .max, aUint64: .max,
        aSint32: .min, aSint64: .min, aFixed32: .max, aFixed64: .max, anSfixed32: .min,
        anSfixed64: .min, aBool: true, aString: "héllo", someBytes: [0, 255], color: .brightGreen,
        inner: .init(name: "inner", kind: .negative, numbers: [1, 300]), kind: .default,
        doubles: [0.5, -1], floats: [0.25], int32s: [-1, 0, 1], int64s: [-1], uint32s: [.max],
        uint64s: [.max], sint32s: [-1, 1], sint64s: [-2], fixed32s: [7], fixed64s: [8],
        sfixed32s: [-7], sfixed64s: [-8], bools: [true, false, true], strings: ["", "b"],
        byteStrings: [[1], []], colors: [.red, ._2d], inners: [.init(), .init(name: "second")],
        unpacked: [1, -1], maybeDouble: 0, maybeInt64: 0, maybeBool: false, maybeString: "",
        maybeBytes: [], maybeColor: .unspecified, maybeInner: .init(), choice: .chosenInt(-5),
        textsByText: ["k": "v"], innersByNumber: [-3: .init(name: "x")],
        colorsByBool: [true: .red], bytesByID: [5: [0]], last: 12)
}
