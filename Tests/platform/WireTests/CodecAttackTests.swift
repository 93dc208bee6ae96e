import Foundation
import RollcallWire
import Testing

/// Bytes that cost libprotobuf-c alone its stack, a hundred times their size in memory, or minutes.
@Suite(.serialized)
struct CodecAttackTests {
    @Test func aMillionNestedMessagesAreTooDeep() {
        let bytes = Bytes.nested(1_000_000)
        #expect(bytes.count > 4_000_000)
        expectQuickRefusal(.tooDeep, of: bytes, as: Tree.self)
        let forest = [0x0A] + Bytes.varint(bytes.count) + bytes
        expectQuickRefusal(.tooDeep, of: forest, as: Forest.self)
    }

    @Test func aHundredNestedMessagesAreTakenAndOneMoreIsNot() throws {
        #expect(throws: Never.self) { try Tree(serialized: Bytes.nested(100)) }
        #expect(throws: CodecError.tooDeep) { try Tree(serialized: Bytes.nested(101)) }
        #expect(throws: CodecError.tooDeep) { try Tree(serialized: Bytes.nested(120)) }
    }

    @Test(arguments: [2, 3, 5, 7] as [UInt8])
    func nestingCountsInEveryKindOfField(number: UInt8) {
        let tag = number << 3 | 2
        #expect(throws: Never.self) { try Tree(serialized: Bytes.nested(100, tag: tag)) }
        #expect(throws: CodecError.tooDeep) { try Tree(serialized: Bytes.nested(101, tag: tag)) }
    }

    @Test func anEntryOfAMapCountsAsAMessage() {
        // Field 4 of a tree is the map, field 2 of its entry the tree.
        #expect(throws: Never.self) { try Tree(serialized: Bytes.nested(100, tags: [0x22, 0x12])) }
        #expect(throws: CodecError.tooDeep) {
            try Tree(serialized: Bytes.nested(102, tags: [0x22, 0x12]))
        }
    }

    @Test func manyEmptyMessagesAreOverBudget() {
        // Field 37, 2 bytes of tag and a length of 0.
        let inners = Bytes.repeated([0xAA, 0x02, 0x00])
        expectQuickRefusal(.overBudget, of: inners, as: Everything.self)
        expectQuickRefusal(.overBudget, of: Bytes.repeated([0x1A, 0x00]), as: Tree.self)
    }

    @Test func manyUnknownFieldsAreOverBudget() {
        expectQuickRefusal(.overBudget, of: Bytes.repeated([0x78, 0x01]), as: Empty.self)
    }

    @Test func manyEmptyStringsAreOverBudget() {
        let strings = Bytes.repeated([0x92, 0x02, 0x00])
        expectQuickRefusal(.overBudget, of: strings, as: Everything.self)
    }

    @Test func manyEmptyMapEntriesAreOverBudget() {
        let entries = Bytes.repeated([0xF2, 0x03, 0x00])
        expectQuickRefusal(.overBudget, of: entries, as: Everything.self)
    }

    @Test func aMessageThatIsMergedAgainAndAgainIsOverBudget() {
        // Field 17, in it one element of the list `numbers`: each merge copies the whole list.
        let part: [UInt8] = [0x8A, 0x01, 0x02, 0x18, 0x01]
        expectQuickRefusal(.overBudget, of: Bytes.repeated(part), as: Everything.self)
    }

    @Test func aMessageOfOneMebibyteThatIsHonestIsTaken() throws {
        let message = Everything(strings: [String](repeating: "honest", count: 30_000))
        #expect(try Everything(serialized: message.serialized()) == message)
        let packed = Everything(int64s: [Int64](repeating: 1, count: 1 << 20))
        #expect(try Everything(serialized: packed.serialized()) == packed)
    }

    @Test func aSmallStackIsEnough() async {
        let outcome = await Bytes.onSmallStack {
            var errors: [CodecError?] = []
            for depth in [100, 101, 1_000_000] {
                do throws(CodecError) {
                    let tree = try Tree(serialized: Bytes.nested(depth))
                    errors.append(tree.serialized() == Bytes.nested(depth) ? nil : .malformed)
                } catch {
                    errors.append(error)
                }
            }
            return errors
        }
        #expect(outcome == [nil, .tooDeep, .tooDeep])
    }

    @Test func nothingOfAMessageIsLeftForTheNext() throws {
        // The arena is wiped: an honest message after a hostile one is itself.
        let hostile = Bytes.repeated([0xF2, 0x03, 0x00])
        for seed in 0..<20 {
            #expect(throws: CodecError.overBudget) { try Everything(serialized: hostile) }
            var sampler = Sampler(seed: UInt64(seed))
            let message = sampler.everything()
            #expect(try Everything(serialized: message.serialized()) == message)
        }
    }

    /// Measures the time of the processor, because others use the machine as well.
    private func expectQuickRefusal<Value: Message>(
        _ expected: CodecError, of bytes: [UInt8], as type: Value.Type,
        at location: SourceLocation = #_sourceLocation
    ) {
        let start = threadTime()
        let error = #expect(throws: CodecError.self, sourceLocation: location) {
            try type.init(serialized: bytes)
        }
        #expect(threadTime() - start < Self.quick, sourceLocation: location)
        #expect(error == expected, sourceLocation: location)
    }

    #if DEBUG
        // The C of a debug build is not optimised.
        private static let quick = Duration.milliseconds(50)
    #else
        private static let quick = Duration.milliseconds(10)
    #endif

    private func threadTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

private enum Bytes {
    static func varint(_ value: Int) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// Messages within messages, the innermost empty.
    static func nested(_ depth: Int, tag: UInt8 = 0x12) -> [UInt8] {
        nested(depth, tags: [tag])
    }

    /// - Parameter tags: the field of the outermost message, of the next, and so on, again and
    ///   again.
    static func nested(_ depth: Int, tags: [UInt8]) -> [UInt8] {
        // From the inside out, backwards, so that it takes linear time.
        var reversed: [UInt8] = []
        for level in stride(from: depth - 1, through: 0, by: -1) {
            reversed.append(contentsOf: varint(reversed.count).reversed())
            reversed.append(tags[level % tags.count])
        }
        return reversed.reversed()
    }

    /// About 1 MiB of the same field.
    static func repeated(_ field: [UInt8]) -> [UInt8] {
        var bytes = field
        while bytes.count < 1 << 20 {
            bytes += bytes
        }
        return Array(bytes.prefix((1 << 20) / field.count * field.count))
    }

    /// Runs on a thread with a stack of 512 KiB.
    static func onSmallStack<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }
}
