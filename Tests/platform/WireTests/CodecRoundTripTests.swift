import NIOCore
import RollcallWire
import Testing

struct CodecRoundTripTests {
    @Test(arguments: 0..<200)
    func aRandomMessageComesBackAsItWas(seed: Int) throws {
        var sampler = Sampler(seed: UInt64(seed))
        let everything = sampler.everything()
        #expect(try Everything(serialized: everything.serialized()) == everything)
        let tree = sampler.tree(depth: 6)
        #expect(try Tree(serialized: tree.serialized()) == tree)
        let names = sampler.names()
        #expect(try Names(serialized: names.serialized()) == names)
    }

    @Test func aMessageWithoutFieldsHasNoBytes() throws {
        #expect(Empty().serialized() == [])
        #expect(try Empty(serialized: []) == Empty())
        #expect(try Everything(serialized: ByteBuffer()) == Everything())
    }

    @Test func everyWayToEncodeWritesTheSameBytes() throws {
        var sampler = Sampler(seed: 1)
        let message = sampler.everything()
        // A map has no order, but the same map has the same one each time.
        let bytes = message.serialized()
        var buffer = ByteBuffer(string: "before")
        message.serialize(into: &buffer)
        #expect(message.serializedSize == bytes.count)
        #expect(buffer == ByteBuffer(bytes: Array("before".utf8) + bytes))
    }

    @Test func everyWayToDecodeReadsTheSameMessage() throws {
        var sampler = Sampler(seed: 2)
        let message = sampler.everything()
        let bytes = message.serialized()
        var buffer = ByteBuffer(string: "before")
        buffer.writeBytes(bytes)
        buffer.moveReaderIndex(forwardBy: 6)
        #expect(try Everything(serialized: buffer) == message)
        let decoded = try bytes.withUnsafeBytes { try Everything(serialized: $0) }
        #expect(decoded == message)
    }

    @Test func bytesOfEverySizeSurvive() throws {
        for size in [0, 1, 15, 1023, 1024, 65_535, 65_536, 300_000] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let message = Everything(someBytes: bytes, byteStrings: [bytes, [], bytes])
            #expect(try Everything(serialized: message.serialized()) == message)
        }
    }

    @Test func aFieldThatIsSetToZeroIsNotAFieldThatIsAbsent() throws {
        let zeros = Everything(
            maybeDouble: 0, maybeInt64: 0, maybeBool: false, maybeString: "", maybeBytes: [],
            maybeColor: .unspecified, maybeInner: .init(), choice: .chosenString(""))
        #expect(!zeros.serialized().isEmpty)
        #expect(try Everything(serialized: zeros.serialized()) == zeros)
    }

    @Test func aNumberThatTheEnumDoesNotNameIsKept() throws {
        let message = Everything(color: .unrecognized(77), colors: [.red, .unrecognized(-1)])
        #expect(try Everything(serialized: message.serialized()) == message)
        #expect(Color(rawValue: 1) == .red)
        #expect(Color.crimson == .red)
    }

    @Test func aFieldThatTheTypeDoesNotHaveIsDropped() throws {
        let bytes = Everything(aBool: true, last: 9).serialized()
        #expect(try Empty(serialized: bytes) == Empty())
    }

    @Test func ofAFieldThatStandsTwiceTheLaterCounts() throws {
        let bytes =
            Everything(aString: "first", choice: .chosenInt(1)).serialized()
            + Everything(aString: "second", choice: .chosenBool(true)).serialized()
        let merged = try Everything(serialized: bytes)
        #expect(merged == Everything(aString: "second", choice: .chosenBool(true)))
    }

    @Test func twoHalvesOfAMessageAreOneMessage() throws {
        let bytes =
            Everything(inner: .init(name: "a", numbers: [1])).serialized()
            + Everything(inner: .init(kind: .negative, numbers: [2])).serialized()
        let whole = Everything(inner: .init(name: "a", kind: .negative, numbers: [1, 2]))
        #expect(try Everything(serialized: bytes) == whole)
    }

    @Test func aMapEntryWithoutValueHasTheZeroOfItsType() throws {
        // Field 62, an entry with nothing in it.
        let bytes: [UInt8] = [0xF2, 0x03, 0x00]
        #expect(try Everything(serialized: bytes) == Everything(innersByNumber: [0: .init()]))
    }

    @Test func negativeZeroIsSentAsZero() throws {
        // protobuf-c compares with ==, where Google's protobuf compares bits.
        #expect(Everything(aDouble: -0.0).serialized() == [])
        #expect(Everything(maybeDouble: -0.0).serialized() != [])
    }
}
