import Foundation
import TestSupport

@testable import RollcallApp

/// Gives every field a random value, by the same function that reads and writes it.
struct RandomFields: FieldVisitor {
    var numbers: TestNumbers

    static func message<Value: Message>(
        _ type: Value.Type, _ numbers: inout TestNumbers
    ) -> Value {
        var (fields, message) = (RandomFields(numbers: numbers), Value())
        try? message.visit(&fields)
        numbers = fields.numbers
        return message
    }

    mutating func value<Value: FieldValue>(_ number: Int, _ value: inout Value) {
        if numbers.chance(2, in: 3) { value = random() }
    }

    mutating func optional<Value: FieldValue>(_ number: Int, _ value: inout Value?) {
        if numbers.chance(2, in: 3) { value = random() }
    }

    mutating func list<Value: FieldValue>(_ number: Int, _ values: inout [Value]) {
        let count = Int.random(in: 0...3, using: &numbers)
        for _ in 0..<count { values.append(random()) }
    }

    mutating func choice<Choice, Value: FieldValue>(
        _ number: Int, _ choice: inout Choice?, _ make: (Value) -> Choice,
        _ value: (Choice) -> Value?
    ) {
        if numbers.chance(1, in: 2) { choice = make(random()) }
    }

    private mutating func random<Value: FieldValue>() -> Value {
        if let type = Value.self as? any Message.Type {
            if let message = Self.message(type, &numbers) as? Value { return message }
        }
        var writer = ProtoWriter()
        switch Value.kind {
        case .varint:
            let bits = UInt64.random(in: 0...64, using: &numbers)
            let number =
                bits == 64 ? UInt64.max : UInt64.random(in: 0...(1 << bits), using: &numbers)
            writer.append(varint: numbers.chance(1, in: 4) ? UInt64.max - number : number)
        case .lengthDelimited: writer.append(text().utf8)
        default:
            for _ in 0..<8 { writer.bytes.append(UInt8.random(in: 0 ... .max, using: &numbers)) }
        }
        var (reader, value) = (ProtoReader(writer.bytes), Value())
        try? value.read(from: &reader)
        return value
    }

    private mutating func text() -> String {
        let count = numbers.chance(1, in: 20) ? 300 : Int.random(in: 0...12, using: &numbers)
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x24F, 0x4E00...0x9FFF, 0x1F300...0x1F5FF,
        ]
        return String(
            String.UnicodeScalarView(
                (0..<count).compactMap { _ in
                    ranges.randomElement(using: &numbers).flatMap {
                        Unicode.Scalar(UInt32.random(in: $0, using: &numbers))
                    }
                }))
    }
}

/// Damages bytes as a hostile server would.
func damaged(_ bytes: [UInt8], _ numbers: inout TestNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &numbers) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0 ... .max, using: &numbers)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(UInt8.random(in: 0 ... .max, using: &numbers), at: place)
        case 4: bytes.removeLast(bytes.count - place)
        default: bytes += bytes[place...]
        }
    }
    return bytes
}
