import RollcallWire
import TestSupport

/// Makes random values; half of them are the zero of their type, or extreme.
struct Sampler {
    var generator: TestNumbers

    init(seed: UInt64) {
        self.generator = TestNumbers(seed: seed)
    }

    mutating func chance(_ oneIn: Int) -> Bool {
        Int.random(in: 0..<oneIn, using: &generator) == 0
    }

    mutating func integer<Integer: FixedWidthInteger>() -> Integer {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: 0
        case 1: .min
        case 2: .max
        case 3: 0 &- 1
        default: Integer.random(in: .min ... .max, using: &generator) >> 3
        }
    }

    /// Never NaN, which is not equal to itself, nor -0, which protobuf-c does not send.
    mutating func real() -> Double {
        let value = Double(integer() as Int64) * (chance(2) ? 1 : 1e-9)
        return chance(10) ? .infinity : chance(8) ? .greatestFiniteMagnitude : value
    }

    mutating func text() -> String {
        let alphabet: [Character] = ["a", "Z", " ", "\"", "\\", "\n", "é", "漢", "🙂", "\u{1}"]
        let length = chance(3) ? 0 : chance(20) ? 3000 : Int.random(in: 1..<40, using: &generator)
        return String((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "?" })
    }

    mutating func bytes() -> [UInt8] {
        let length = chance(3) ? 0 : chance(20) ? 3000 : Int.random(in: 1..<40, using: &generator)
        return (0..<length).map { _ in integer() }
    }

    /// Puts another value in place of one byte.
    mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = integer()
    }

    mutating func list<Value>(_ make: (inout Sampler) -> Value) -> [Value] {
        let length = chance(2) ? 0 : Int.random(in: 1..<20, using: &generator)
        return (0..<length).map { _ in make(&self) }
    }

    mutating func maybe<Value>(_ make: (inout Sampler) -> Value) -> Value? {
        chance(2) ? nil : make(&self)
    }
}
