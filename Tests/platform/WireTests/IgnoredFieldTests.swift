import RollcallWire
import Testing

/// What a receiver has to ignore: groups, and known fields of another wire type.
struct IgnoredFieldTests {
    /// A field of the given wire type.
    private static func field(_ number: Int, _ wireType: Int) -> [UInt8] {
        let content: [UInt8] =
            switch wireType {
            case 0: [0x85, 0x01]
            case 1: Array(repeating: 0x21, count: 8)
            case 2: [0x03, 0x61, 0x62, 0x63]
            case 3: [0x08, 0x01] + varint(number << 3 | 4)
            default: Array(repeating: 0x22, count: 4)
            }
        return varint(number << 3 | wireType) + content
    }

    private static func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }

    private static let numbers = Array(1...18) + Array(21...38) + Array(41...47) + Array(51...57)

    @Test(arguments: numbers)
    func aKnownFieldOfAnotherWireTypeIsIgnored(number: Int) throws {
        let known = Everything(aBool: false, aString: "kept", last: 7)
        var ignored = 0
        for wireType in [0, 1, 2, 3, 5] {
            let bytes = Self.field(number, wireType) + known.serialized()
            let text = try? Protoc.decode(bytes, as: Everything.typeName)
            // What Google's protobuf shows by its number is an unknown field.
            guard let text, text.contains("\n\(number)") || text.hasPrefix("\(number)") else {
                continue
            }
            ignored += 1
            #expect(try Everything(serialized: bytes) == known, "wire type \(wireType)")
            let within = Everything(strings: ["a"]).serialized() + Self.field(number, wireType)
            #expect(try Everything(serialized: within) == Everything(strings: ["a"]))
        }
        #expect(ignored >= 3)
    }

    @Test func whatIsIgnoredWithinAMessageLeavesTheRestOfIt() throws {
        let inner = Everything.Inner(name: "inner", kind: .negative, numbers: [1, 300])
        let whole = Everything(inner: inner, inners: [inner, inner], last: 1)
        for ignored in [Self.field(1, 3), Self.field(1, 0), Self.field(500, 3), Self.field(3, 1)] {
            let content = ignored + inner.serialized() + ignored
            var bytes = ignored
            for number in [17, 37, 37] {
                bytes += Self.varint(number << 3 | 2) + Self.varint(content.count) + content
            }
            #expect(try Everything(serialized: bytes + Everything(last: 1).serialized()) == whole)
        }
    }

    @Test func aLengthThatShrinksKeepsItsBytes() throws {
        // 200 bytes of groups, so that the length has two bytes and would need one afterwards.
        let groups = [[UInt8]](repeating: [0x2B, 0x2C], count: 100).flatMap { $0 }
        let content = groups + Everything.Inner(name: "x").serialized()
        let bytes = [0x8A, 0x01] + Self.varint(content.count) + content
        #expect(try Everything(serialized: bytes) == Everything(inner: .init(name: "x")))
    }

    @Test(
        arguments: [
            [0x0C], [0x0B], [0x0B, 0x14], [0x0B, 0x13, 0x0C, 0x14], [0x0B, 0x12, 0x05, 0x0C],
            [0x0B, 0x00, 0x0C], [0x0B, 0x07, 0x0C],
        ] as [[UInt8]])
    func aGroupThatIsNotBalancedIsMalformed(_ bytes: [UInt8]) {
        #expect(throws: CodecError.malformed) { try Everything(serialized: bytes) }
    }

    @Test(arguments: [(100, true), (101, false), (1_000_000, false)])
    func groupsNestAsDeepAsMessages(depth: Int, isTaken: Bool) throws {
        let bytes = [UInt8](repeating: 0xA3, count: 2 * depth).enumerated().map {
            $0.offset % 2 == 0 ? $0.element : 0x06
        }
        let ends = [UInt8](repeating: 0xA4, count: 2 * depth).enumerated().map {
            $0.offset % 2 == 0 ? $0.element : 0x06
        }
        let message = try? Everything(serialized: bytes + ends)
        #expect(message == (isTaken ? Everything() : nil))
        guard depth < 1000 else { return }
        let text = try? Protoc.decode(bytes + ends, as: Everything.typeName)
        #expect((text != nil) == isTaken)
    }

    /// Known and unknown fields of every wire type, in messages and groups, some of them broken.
    @Test func randomFieldsAreReadAsGooglesProtobufReadsThem() throws {
        var sampler = Sampler(seed: 51)
        var (taken, refused) = (0, 0)
        for _ in 0..<250 {
            var bytes = fields(depth: 3, &sampler)
            if sampler.chance(4) { sampler.change(&bytes) }
            let message = try? Everything(serialized: bytes)
            let text = try? Protoc.decode(bytes, as: Everything.typeName)
            guard let text else {
                #expect(message == nil, "\(bytes)")
                refused += 1
                continue
            }
            // This codec alone refuses text that is not UTF-8 or has a NUL.
            guard let message else { continue }
            taken += 1
            let again = try Protoc.encode(Self.known(text), as: Everything.typeName)
            #expect(try Everything(serialized: again) == message, "\(bytes)")
        }
        #expect(taken > 100 && refused > 5)
    }

    private func fields(depth: Int, _ sampler: inout Sampler) -> [UInt8] {
        (0..<Int.random(in: 0..<6, using: &sampler.generator)).flatMap { _ -> [UInt8] in
            let isKnown = !sampler.chance(3)
            let number = isKnown ? Self.numbers.randomElement(using: &sampler.generator) ?? 1 : 300
            let wireType = [0, 1, 2, 3, 5].randomElement(using: &sampler.generator) ?? 0
            guard depth > 0, wireType == 2 || wireType == 3, sampler.chance(2) else {
                return Self.field(number, wireType)
            }
            let content = fields(depth: depth - 1, &sampler)
            let tag = Self.varint(number << 3 | wireType)
            return wireType == 3
                ? tag + content + Self.varint(number << 3 | 4)
                : tag + Self.varint(content.count) + content
        }
    }

    /// The text of a message without its unknown fields, which have numbers instead of names.
    private static func known(_ text: String) -> String {
        var (lines, depth, isUnknown) = ([Substring](), 0, false)
        for line in text.split(separator: "\n") {
            let content = line.drop { $0 == " " }
            if isUnknown {
                if content.hasSuffix("{") { depth += 1 }
                if content == "}" { depth -= 1 }
                isUnknown = depth > 0
            } else if content.first?.isNumber == true {
                isUnknown = content.hasSuffix("{")
                depth = 1
            } else {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }
}
