/// The bytes of an input as the choices that it stands for. Beyond the end every choice is 0.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.rest = bytes[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 {
        rest.popFirst() ?? 0
    }

    mutating func bool() -> Bool {
        byte() & 1 == 1
    }

    mutating func number() -> UInt32 {
        (0..<4).reduce(0) { number, _ in number << 8 | UInt32(byte()) }
    }

    /// One of some values, which must not be empty.
    mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(byte()) % values.count]
    }

    /// At most so many bytes, as they stand there.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(taken)
    }

    mutating func everything() -> [UInt8] {
        bytes(rest.count)
    }
}
